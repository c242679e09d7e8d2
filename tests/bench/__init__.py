"""The project's own figures: whoever works on it measures with these, and no player does."""
