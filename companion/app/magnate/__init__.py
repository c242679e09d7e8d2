"""Magnate's screens, sheets and widgets."""
