"""The table of Sorcerous Futures, as the cards in a player's photo make it."""
