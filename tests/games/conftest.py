"""Every game speaks in sentences of the catalogue."""

from tests.sentences import sentences_of_the_catalogue

__all__ = ["sentences_of_the_catalogue"]
