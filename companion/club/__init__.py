"""A club's history: who played whom, how it ended, and what the dice showed, over evenings and seasons."""
