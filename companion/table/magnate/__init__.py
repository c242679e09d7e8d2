"""Magnate on the table: cards seen to districts, columns, deeds and Crowns, and the way from one look to a move."""
