"""Networks that read cards: generated card tables with labels, the three networks and their training."""
