"""Widgets that screens and sheets are made of."""
