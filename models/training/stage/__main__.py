"""``python -m models.training.stage --seed N --turns T -o FILE.mp4``: write a staged game as video with its labels."""

import argparse
from pathlib import Path

from rich.progress import Progress

from models.training.stage.staged_film import FPS, SIZE, stage, write_clip


def main() -> None:
    """Write FILE.mp4 and FILE.json."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=0, help="chooses the game, the table, the light, the hands")
    parser.add_argument("--turns", type=int, default=30, help="how many turns are played")
    parser.add_argument("--fps", type=float, default=FPS, help="frames a second")
    parser.add_argument("--width", type=int, default=SIZE[0])
    parser.add_argument("--height", type=int, default=SIZE[1])
    parser.add_argument("-o", "--output", type=Path, required=True, help="the video to write")
    chosen = parser.parse_args()
    staged = stage(chosen.seed, chosen.turns, (chosen.width, chosen.height), chosen.fps)
    with Progress(transient=True) as progress:
        task = progress.add_task(f"seed {chosen.seed}", total=staged.truth["frames"])
        write_clip(staged, chosen.output, lambda frame: progress.advance(task))


if __name__ == "__main__":
    main()
