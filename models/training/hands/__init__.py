"""Hand finder: arms composed over tables, and found by a segmentation network."""
