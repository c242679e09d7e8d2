"""What the demonstration plays with: a bundled photo and game, and a patient player who needs no table."""
