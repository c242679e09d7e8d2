"""Training of the networks: generated pictures with labels, trainers and their evaluation."""
