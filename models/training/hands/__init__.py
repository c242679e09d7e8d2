"""Hand finder: arms modelled in Blender, composed over tables, and found by a segmentation network."""
