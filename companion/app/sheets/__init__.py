"""Sheets: panels over the middle of a screen, each for one task."""
