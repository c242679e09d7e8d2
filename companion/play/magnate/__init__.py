"""What a game in progress says about Magnate alone."""
