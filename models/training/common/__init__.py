"""Code shared by the trainers: decks, shards, photographs, training loop, ultralytics, ONNX export."""
