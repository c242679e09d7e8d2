"""Camera pose: position and focal length relative to the table, by the flat things on it."""
