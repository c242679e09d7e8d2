"""A staged film from a seed: its frames and its labels."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2

from companion.files import write
from models.training.common.decks import own_deck
from models.training.stage.directing import make_film
from models.training.stage.film import Film
from models.training.stage.filming import FilmCamera, FilmFrame
from models.training.stage.truth import truth

SIZE = (1280, 720)
FPS = 15.0


@dataclass(frozen=True, slots=True, eq=False)
class StagedFilm:
    """A film; the same seed, turns, size and rate give the same frames.

    ``begin`` and ``end`` (None: the film's end) limit what is shown, in seconds.
    """

    film: Film
    size: tuple[int, int]
    fps: float
    begin: float = 0.0
    end: float | None = None

    @property
    def truth(self) -> dict[str, Any]:
        """The labels, see :func:`~models.training.stage.truth.truth`."""
        return truth(self.film, self.size, self.fps, self.begin, self.end)

    def frames(self, jpeg: bool = True) -> Iterator[FilmFrame]:
        """Yield every frame; ``jpeg`` compresses it as a webcam does."""
        return FilmCamera(self.film, own_deck(), self.size, jpeg).frames(self.fps, self.begin, self.end)


def stage(seed: int, turns: int, size: tuple[int, int] = SIZE, fps: float = FPS) -> StagedFilm:
    """Return a staged film of Magnate.

    Args:
        seed: seed of the game and the film.
        turns: number of turns.
        size: width and height in pixels.
        fps: frames per second.

    Returns:
        The film.
    """
    return StagedFilm(make_film(seed, turns), size, fps)


def write_clip(staged: StagedFilm, video: Path, on_frame: Callable[[FilmFrame], None] = lambda frame: None) -> None:
    """Write the video as MPEG-4, and its labels in a file of the same name ending in ``.json``.

    Args:
        staged: the film.
        video: the file to write.
        on_frame: called with every frame.

    Raises:
        OSError: if this OpenCV cannot write the video.
    """
    video.parent.mkdir(parents=True, exist_ok=True)
    writer = cv2.VideoWriter(str(video), cv2.VideoWriter.fourcc(*"mp4v"), staged.fps, staged.size)
    if not writer.isOpened():
        raise OSError(f"{video} cannot be written as MPEG-4 by this OpenCV")
    for frame in staged.frames(jpeg=False):
        writer.write(frame.pixels)
        on_frame(frame)
    writer.release()
    write(video.with_suffix(".json"), (json.dumps(staged.truth, indent=1) + "\n").encode())
