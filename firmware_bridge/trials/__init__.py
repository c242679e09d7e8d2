"""Trials of codec, bridge and firmware: short ones are tests, long ones `python -m tests.bench roller`."""
