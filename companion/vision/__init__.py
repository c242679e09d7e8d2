"""Read pictures of a table: pixels in, sightings out."""
