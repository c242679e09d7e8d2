"""Code shared by the trainers: decks, training loop, weights, ONNX export, backbone."""
