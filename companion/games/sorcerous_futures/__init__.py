"""Sorcerous Futures: the rules of docs/rules/sorcerous-futures.md."""
