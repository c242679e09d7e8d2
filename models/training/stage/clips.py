"""``python -m models.training.stage.clips``: film the bundled clips and their labels."""

from dataclasses import dataclass, replace
from pathlib import Path

import companion.demo
from models.training.stage.staged_film import stage, write_clip

FPS = 8.0
TURNS = 4


@dataclass(frozen=True, slots=True)
class Clip:
    """A section of a staged game, in seconds."""

    name: str
    seed: int
    begin: float
    end: float


CLIPS = (
    Clip("develop", 145, 34.3, 37.7),
    Clip("roll", 298, 34.7, 42.9),
    Clip("mistake", 650, 17.8, 24.5),
)
"""A card developed; a hand passing over the table and a roll; a card in a place that is not allowed, and taken back."""


def main() -> None:
    """Write the clips into ``companion/demo/clips/``."""
    folder = Path(companion.demo.__path__[0]) / "clips"
    for clip in CLIPS:
        staged = replace(stage(clip.seed, TURNS, fps=FPS), begin=clip.begin, end=clip.end)
        write_clip(staged, folder / f"{clip.name}.mp4")


if __name__ == "__main__":
    main()
