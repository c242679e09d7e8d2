"""Texts: the language, fonts, and letters that fit their boxes."""
