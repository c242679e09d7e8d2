"""Painters of any game's table and decisions: they know layouts, pieces and fields, and no game."""
