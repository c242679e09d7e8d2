"""Benches: measurements of the project's own figures, for its developers."""
