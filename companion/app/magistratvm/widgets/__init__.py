"""What Magistratvm lays on the screen."""
