"""The rules of the games, one folder a game. Pure: no clock, no randomness, no I/O, no screen."""
