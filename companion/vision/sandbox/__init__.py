"""Decoding apart: pictures, films and decks are taken out of their files in a process of its own, within limits.

``process`` starts it, asks it and outlives it; ``worker`` is what runs there, ``pixels``, ``arrays`` and ``films`` what
it can do. Nothing but raw numbers comes back.
"""
