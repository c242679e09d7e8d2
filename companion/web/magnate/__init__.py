"""What the page shows and offers of Magnate alone."""
