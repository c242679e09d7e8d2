"""The parts that only Magnate's screens are made of."""
