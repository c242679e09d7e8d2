"""What a player does at the table, one sheet each over the middle of the screen."""
