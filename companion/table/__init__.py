"""Geometry without pixels: what was seen, where it lies, and which game that makes."""
