"""Which table of Sorcerous Futures the cards in a player's photo make."""
