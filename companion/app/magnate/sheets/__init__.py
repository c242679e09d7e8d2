"""What a player of Magnate does at the table, one sheet each over the middle of the screen."""
