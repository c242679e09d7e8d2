"""Dice in a picture: one network detects them, another predicts what each shows."""
