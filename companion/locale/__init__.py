"""Messages to people: translatable sentences with their values."""

from companion.locale.message import Message, Speakable, Wording, alternatives, listed, sentence

__all__ = ["Message", "Speakable", "Wording", "alternatives", "listed", "sentence"]
