"""Read pictures of a table: pixels in, sightings out. Only this room uses OpenCV."""
