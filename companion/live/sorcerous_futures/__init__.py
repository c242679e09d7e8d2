"""How a camera follows a game of Sorcerous Futures."""
