"""Painters of any game's table on a terminal: they know layouts and pieces, and no game."""
