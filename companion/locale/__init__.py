"""Messages to people: translatable sentences with their values."""

from companion.locale.message import Message, Speakable, Wording, alternatives, decimal, listed, sentence

__all__ = ["Message", "Speakable", "Wording", "alternatives", "decimal", "listed", "sentence"]
