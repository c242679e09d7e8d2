"""Networks that read cards: training tiles, the three networks and their training."""
