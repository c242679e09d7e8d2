"""Sorcerous Futures: the rules of RULES.md section H."""
