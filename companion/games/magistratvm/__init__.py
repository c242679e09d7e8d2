"""Magistratvm: the rules of RULES.md section I."""
