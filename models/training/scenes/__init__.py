"""Rendered pictures of Magnate tables with their labels."""
