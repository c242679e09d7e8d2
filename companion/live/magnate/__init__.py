"""How a camera follows a game of Magnate."""
