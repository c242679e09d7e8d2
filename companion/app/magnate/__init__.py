"""What the app shows of Magnate alone."""
