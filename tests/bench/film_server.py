"""``python -m tests.bench.film_server FILM``: a film as a network camera that never ends; prints its address."""

from __future__ import annotations

import itertools
import sys
import time

import cv2
import numpy as np

from tests.bench.picture_server import PictureServer

RATE = 10.0
"""Pictures a second."""


def main(film: str) -> None:
    """Send the film again and again, until the process is killed."""
    jpegs = _jpegs(film)
    with PictureServer(np.zeros((1, 1, 3), np.uint8), rate=RATE) as server:
        server.jpeg = jpegs[0]
        print(server.url, flush=True)
        for jpeg in itertools.cycle(jpegs):
            server.jpeg = jpeg
            time.sleep(1 / RATE)


def _jpegs(film: str) -> list[bytes]:
    """Return the film's pictures, as many a second as are sent, as JPEG."""
    video = cv2.VideoCapture(film)
    every = max(1, round(video.get(cv2.CAP_PROP_FPS) / RATE))
    jpegs: list[bytes] = []
    for number in itertools.count():
        read, pixels = video.read()
        if not read:
            return jpegs
        if number % every == 0:
            jpegs.append(cv2.imencode(".jpg", pixels)[1].tobytes())
    return jpegs


if __name__ == "__main__":
    main(sys.argv[1])
