"""Append and read games and their entries, in SQLite or PostgreSQL."""
