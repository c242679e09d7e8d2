"""Sorcerous Futures: its rules, section H."""
