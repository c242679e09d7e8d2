"""A question of a game with its answers."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from kivy.properties import ListProperty, StringProperty

from companion.app.painters.pieces import seat_colour
from companion.app.widgets.layouts import Stack
from companion.app.widgets.pad import Pad
from companion.app.window.kv_loader import load_kv
from companion.app.window.theme import theme

Answer = tuple[str, Callable[[], object]]
"""The text of a pad, and what its tap does."""


LETTER_UNITS = 20
"""Height of the pads' letters in units of the design."""
MAX_COLUMNS = 6
"""Most pads in one row."""
LETTER_WIDTH, MARGIN = 0.56, 20
"""Width of a letter as a share of its height, and margins of a pad in units."""


class QuestionView(Stack):
    """The question in the colour of who answers it, what else can be asked beside it, and a pad for each answer."""

    text = StringProperty("")
    colour = ListProperty(theme.ink)

    def __init__(
        self, answers: Sequence[Answer] = (), others: Sequence[Answer] = (), owner: int | None = None, **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        self.owner = owner
        """The seat that is asked; None for any player."""
        if owner is not None:
            self.colour = seat_colour(owner)
        self.pads, self.others = add_pads(self.ids.answers, answers), add_pads(self.ids.others, others)

    def columns(self, pads: Sequence[Pad], width: float, unit: float, target: float) -> int:
        """Return how many pads stand in a row.

        Args:
            pads: The pads.
            width: The width of the view in pixels.
            unit: Pixels of one unit of the design.
            target: The smallest width of a pad in pixels.

        Returns:
            As many as show their texts in two lines each, in rows as even as possible.
        """
        count, texts = len(pads), [pad.text for pad in pads]
        room = int(width // (target + unit * 8))
        most = next((n for n in range(min(count, MAX_COLUMNS, room), 1, -1) if _fit(texts, width / n / unit)), 1)
        rows = -(-count // most)
        return -(-count // max(1, rows))


def _fit(texts: Sequence[str], units: float) -> bool:
    letters = (units - MARGIN) / (LETTER_UNITS * LETTER_WIDTH)
    lengths = [len(word) for text in texts for word in text.split()]
    return max(lengths, default=0) <= letters and all(len(text) <= 1.8 * letters for text in texts)


def add_pads(box: Any, answers: Iterable[Answer], **kwargs: Any) -> list[Pad]:
    """Add a pad for each answer to a layout, and return them."""
    pads = []
    for text, do in answers:
        pads.append(Pad(text=text, **{"size_hint_y": None, "height": theme.target, **kwargs}))
        pads[-1].bind(on_release=partial(_do, do))
        box.add_widget(pads[-1])
    return pads


def _do(do: Callable[[], object], _pad: Pad) -> None:
    do()


load_kv(__file__)
