"""Magistratvm: its rules, section I."""
