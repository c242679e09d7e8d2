"""Pixels: pictures in, sightings out. The only room that knows OpenCV."""
