"""Artwork of the project's own deck, drawn by code for the printer, the screen and the training pictures."""
