"""Magistratvm on the web page."""
