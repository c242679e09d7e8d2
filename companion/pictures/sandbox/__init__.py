"""The sandbox: pictures, films and decks are decoded in a process of its own, within limits.

``process`` starts it, sends requests and survives it. ``worker`` runs in it, with ``picture_decoder``, ``deck_archive``
and ``film_decoder``. Only raw numbers come back.
"""
