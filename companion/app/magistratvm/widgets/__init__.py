"""Widgets of Magistratvm's screen."""
