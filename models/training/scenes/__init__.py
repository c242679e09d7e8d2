"""Drawn and rendered pictures of tables, and the one description of their variety."""
