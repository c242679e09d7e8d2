"""What the page shows of Sorcerous Futures alone."""
