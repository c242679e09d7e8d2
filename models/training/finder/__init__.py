"""Die finder: pieces of pictures with dice, training, and what its detections are worth to the reader."""
