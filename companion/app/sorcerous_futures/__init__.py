"""Sorcerous Futures on the tablet: its table, drawn."""
