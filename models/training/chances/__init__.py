"""The chances of a die's readings: evidence gathered where the truth is known, weighed, and calibrated."""
