"""The trained networks and what makes them. Not part of what a player installs, but for the weights."""
