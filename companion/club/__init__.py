"""A club's history: players, results and dice, over evenings and seasons."""
