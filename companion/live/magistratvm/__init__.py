"""Magistratvm as a camera follows it."""
