"""What a camera needs to know to follow a game of Magnate."""
