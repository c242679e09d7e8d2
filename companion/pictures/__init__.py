"""Get pictures safely: files, cameras and streams, decoded in a sandbox. Only this room and ``vision`` use OpenCV."""
