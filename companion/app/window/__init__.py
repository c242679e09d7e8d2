"""The window: its size, colours, shapes, touches, and what lies over a screen."""
