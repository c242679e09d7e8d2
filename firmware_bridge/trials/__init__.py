"""Trials of codec, bridge and firmware: short ones are tests, long ones `companion bench roller`."""
