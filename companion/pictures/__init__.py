"""Get pictures safely: files, cameras and streams, decoded in a sandbox."""

import os

# Else some webcams take minutes to open on Windows. OpenCV reads this once, when it is imported.
os.environ.setdefault("OPENCV_VIDEOIO_MSMF_ENABLE_HW_TRANSFORMS", "0")
