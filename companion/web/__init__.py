"""The optional web page: a scoreboard for spectators, and a page for each seat with a phone."""
