"""The kinds of picture files that are read."""

from __future__ import annotations

PILLOW_FORMATS = ("JPEG", "HEIF", "PNG", "WEBP", "TIFF", "BMP", "AVIF")
"""As Pillow calls them; HEIF is what an iPhone saves as HEIC. A Pillow built without AVIF refuses such a file."""

PICTURE_SUFFIXES = frozenset({".jpg", ".jpeg", ".heic", ".heif", ".avif", ".png", ".webp", ".bmp", ".tif", ".tiff"})
"""How the names of such files end, in small letters."""
