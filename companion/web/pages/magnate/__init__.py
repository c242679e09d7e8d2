"""Magnate on the web page."""
