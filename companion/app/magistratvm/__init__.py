"""Magistratvm's screen and widgets."""
