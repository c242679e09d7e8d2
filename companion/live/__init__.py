"""The live table: a camera follows a game, and its observations become proposals and questions."""
