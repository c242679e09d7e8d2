"""Painters of any game's table as HTML: they know layouts and pieces, and no game."""
