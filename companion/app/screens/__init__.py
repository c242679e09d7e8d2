"""The screens that belong to no one game."""
