"""Trials of codec, bridge and firmware: short ones are tests, long ones the bench of the roller."""
