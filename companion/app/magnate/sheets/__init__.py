"""The sheets on which Magnate's moves and corrections are entered."""
