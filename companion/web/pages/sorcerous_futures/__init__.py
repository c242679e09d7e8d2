"""Sorcerous Futures on the web page."""
