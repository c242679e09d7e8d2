"""Magnate's table, as the cards in view make it."""
