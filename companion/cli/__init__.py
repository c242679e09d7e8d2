"""The same abilities without a screen."""
