"""Camera pose."""
