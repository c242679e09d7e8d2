"""The rules of the games, one folder a game. Pure: no clock, no dice, no disk, no screen."""
