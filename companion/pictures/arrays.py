"""Array types of pictures, network outputs and transformations."""

import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
"""A picture, height × width × 3 in OpenCV's order (blue, green, red), or height × width in grey."""
Floats = NDArray[np.float32]
"""Numbers in single precision, such as networks take and return."""
Matrix = NDArray[np.float64]
"""A 3 × 3 homography, a 2 × 3 affine transformation, or points in double precision."""
Ints = NDArray[np.intp]
"""Indices of rows, columns or things."""
Mask = NDArray[np.bool_]
"""A boolean for each pixel, cell or thing."""


def middle_of(rows: NDArray[np.floating | np.integer]) -> Matrix:
    """Return the median of each column; NumPy's own loads masked arrays first, a tenth of a second."""
    ordered = np.sort(rows, axis=0).astype(np.float64)
    return np.asarray((ordered[(len(rows) - 1) // 2] + ordered[len(rows) // 2]) / 2)
