"""Hands and arms over a table: modelled by Blender, laid over tables, found by an ultralytics model."""
