"""What is said to people: messages that know their numbers and can be put into a language late."""

from companion.locale.message import Message, Speakable, Wording, alternatives, listed

__all__ = ["Message", "Speakable", "Wording", "alternatives", "listed"]
