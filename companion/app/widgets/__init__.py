"""The parts that screens are made of."""
