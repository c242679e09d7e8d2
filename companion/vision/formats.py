"""The kinds of picture files that are read."""

from __future__ import annotations

FORMATS = ("JPEG", "HEIF", "PNG", "WEBP", "TIFF", "BMP")
"""As Pillow calls them; HEIF is what an iPhone saves as HEIC."""

SUFFIXES = frozenset({".jpg", ".jpeg", ".heic", ".heif", ".png", ".webp", ".bmp", ".tif", ".tiff"})
"""How the names of such files end, in small letters."""
