"""A companion for people who play Decktet games with real cards and real dice."""

__version__ = "0.1.0"
