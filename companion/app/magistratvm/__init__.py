"""What the app shows of Magistratvm alone."""
