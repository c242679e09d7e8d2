"""Our own deck, drawn by code: one source for the printer, the screen and the training scenes."""
