"""Serves the pages of ``companion.web.pages`` from this computer: its games, its devices, its camera."""
