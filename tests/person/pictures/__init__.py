"""What the screens look like: drawn the same whenever they are drawn, and kept as pictures."""
