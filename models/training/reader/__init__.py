"""Die reader: lessons, training, calibration, and a comparison with the installed one."""
