"""Fold the entries of a game into its states: undo, redo, the past."""
