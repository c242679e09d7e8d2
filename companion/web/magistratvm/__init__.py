"""What the page shows of Magistratvm alone."""
