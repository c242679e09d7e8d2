"""Staged games of Sorcerous Futures."""
