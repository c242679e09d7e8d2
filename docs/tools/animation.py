"""``python -m docs.tools.animation -o docs/pictures/turns.webp``: films the last turns of a seeded game.

Every frame is the app's own screen after one move. The film plays once and stays at its last frame.
"""

from collections.abc import Iterator
from io import BytesIO
from typing import Any

from PIL.Image import Image

from companion.demo.whole_game import seeded_game
from companion.files import write
from companion.games.magnate import Phase, preset
from companion.games.magnate.moves import Roll
from companion.play import Source
from docs.tools.app_games import SEED, play_to
from docs.tools.screenshots import parse_out, picture_of, running_app

FIRST_TURN = 38
"""The first filmed turn: the table is full, and the score follows within the film."""
SECONDS = 20
"""Length of the film."""
SIZE = (800, 500)
"""Pixels of a frame, in the proportion of the tablet."""


def main() -> None:
    """Draw the film."""
    out = parse_out(__doc__, "the WebP file to write")
    with running_app() as app:
        frames = list(_film(app))
    film = BytesIO()
    shown = round(1000 * SECONDS / len(frames))
    frames[0].save(film, "WEBP", save_all=True, append_images=frames[1:], duration=shown, loop=1, quality=60, method=6)
    write(out, film.getvalue())


def _film(app: Any) -> Iterator[Image]:
    """Yield the screen before the first turn, and after each move from there to the score."""
    play_to(app, "standard", FIRST_TURN, Phase.ROLL)
    yield picture_of(app, SIZE)
    begun = False
    for move, state in seeded_game(SEED, preset("standard")):
        begun = begun or (state.turn == FIRST_TURN and isinstance(move, Roll))
        if begun:
            app.play.propose(move, source=Source.TOUCH)
            yield picture_of(app, SIZE)


if __name__ == "__main__":
    main()
