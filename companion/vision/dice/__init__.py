"""Dice in a picture: found by one small network, read by two others that must agree."""
