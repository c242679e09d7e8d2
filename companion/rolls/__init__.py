"""Rolls from several sources: touch, the app's dice, the camera, the roller and dice with radio."""
