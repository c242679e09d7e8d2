"""Host side of the dice roller on a serial line, independent of games."""
