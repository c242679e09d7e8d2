"""Decks that are taught: their pictures, files and store."""
