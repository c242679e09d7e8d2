"""Magnate's screens, one ``.py`` and one ``.kv`` each."""
