"""The parts of the table of Sorcerous Futures."""
