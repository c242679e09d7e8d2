"""Track a table over time: what moves, what came to rest, what lies there. Each card keeps its identity."""
