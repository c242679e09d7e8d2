"""Widgets of Magnate's screens."""
