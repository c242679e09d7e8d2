"""Training of the one reader of dice: kind and value of one crop."""
