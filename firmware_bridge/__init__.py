"""The dice roller on a serial line. Knows nothing of games: whoever uses it takes its rolls."""
