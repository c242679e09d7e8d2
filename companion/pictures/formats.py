"""The formats of picture files that can be read."""

from __future__ import annotations

PILLOW_FORMATS = ("JPEG", "HEIF", "PNG", "WEBP", "TIFF", "BMP", "AVIF")
"""Format names of Pillow. HEIF is what an iPhone saves as HEIC. A Pillow without AVIF refuses such a file."""

PICTURE_SUFFIXES = frozenset({".jpg", ".jpeg", ".heic", ".heif", ".avif", ".png", ".webp", ".bmp", ".tif", ".tiff"})
"""File name suffixes of these formats, in lower case."""
