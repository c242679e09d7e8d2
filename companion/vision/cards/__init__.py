"""Detect and read cards."""
