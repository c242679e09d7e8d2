"""Geometry without pixels: the poses of cards and dice, and the game's table that they make."""
