"""Training of the one reader of dice: kind, value and an embedding of one crop."""
