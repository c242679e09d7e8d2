"""The optional page: a scoreboard for those who watch, and a page of their own for seats that have a phone."""
