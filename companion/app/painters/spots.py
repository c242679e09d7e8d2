"""Spots of a table: each paints itself again only if its value changed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty

from companion.app.painters.pieces import Coin, PiecesView, paint_piece, seat_colour
from companion.app.texts.i18n import words
from companion.app.widgets.pad import Target
from companion.app.widgets.text import Text
from companion.app.window.kv_loader import load_kv
from companion.app.window.theme import theme
from companion.games.view import Kind, Spot
from companion.locale import Message
from companion.pieces import Suit

PART_UNITS, LINE, LETTERS = 21, 0.8, 1.9
"""The letters of a number at a place: their largest height in units, as a share of a line, and a width for a letter."""


def _nothing(_spot: str) -> None:
    """Do nothing: a table of the past."""


@dataclass
class Painting:
    """What all spots of one table share."""

    names: tuple[str, ...] = ()
    """The player names, by seat."""
    tap: Callable[[str], None] = _nothing
    """Called with the id of a spot that is tapped."""
    why: Callable[[str], str] = lambda _spot: ""
    """Returns why the number of a spot is what it is; empty if nothing is known."""
    turned: bool = False
    """Whether the far side is turned."""


@dataclass(frozen=True, slots=True)
class Offered:
    """What can be tapped on a table."""

    acting: Collection[str] = ()
    """The spots that take a tap."""
    glowing: Collection[str] = ()
    """Those that answer what is asked."""
    needed: Collection[str] = ()
    """Those of them whose answers are not offered in words: they are at least as large as a finger."""
    refused: Collection[str] = ()
    """Those whose tap shows why they do not answer it."""
    hints: Mapping[str, str] = field(default_factory=dict)
    """What would follow, by spot."""


def describe(spot: Spot, names: Sequence[str]) -> Message:
    """Return what a spot is, its number, and whose it is."""
    what = spot.label if spot.number is None else Message("{what}: {n}", {"what": spot.label, "n": spot.number})
    return what if spot.seat is None else Message("{name}: {text}", {"name": names[spot.seat], "text": what})


class SpotView(Target):
    """A place that a tap may answer with; a long press explains it."""

    spot = ObjectProperty(None, allownone=True)
    label = StringProperty("")
    number = StringProperty("")
    note = StringProperty("")
    colour = ListProperty(theme.ink)
    change = StringProperty("")
    """What the latest moves did to the number: ``+2``, ``−3``, or both, one in a line."""
    change_colour = ListProperty(theme.gain)
    acts = BooleanProperty(False)
    """Whether a tap does anything."""
    glows = BooleanProperty(False)
    """Whether a tap answers what is asked."""
    needed = BooleanProperty(False)
    """Whether only a tap answers that, so that it is at least as large as a finger."""
    framed = BooleanProperty(False)
    """Whether it has a ground of its own."""
    marked = BooleanProperty(False)
    """Whether the game is about it now."""
    about = StringProperty("")
    """What a long press says of such a spot, whatever lies there."""

    def __init__(self, painting: Painting, spot: Spot, **kwargs: Any) -> None:
        self.painting, self.answers, self._language = painting, spot.id, ""
        super().__init__(**kwargs)
        self.bind(size=self._fit, on_release=partial(self._tapped))
        self.show(spot)

    @property
    def parts(self) -> Sequence[SpotView]:
        """The views of those of its spots that are tapped by themselves."""
        return ()

    @property
    def core(self) -> Any:
        """The part of it where events are shown."""
        return self

    def show(self, spot: Spot) -> None:
        """Show the spot as it is now."""
        if (spot, words.language) != (self.spot, self._language):
            self.spot, self._language = spot, words.language
            self.show_again()

    def show_again(self) -> None:
        """Show the spot anew, after something else was shown in its place."""
        spot = self.spot
        self.label, self.colour = words.head(spot.label), theme.ink if spot.seat is None else seat_colour(spot.seat)
        self.number = "" if spot.number is None else str(spot.number)
        self.note = "" if spot.note is None else words.head(spot.note)
        self.explanation = self.label
        self.paint(spot)

    def offer(self, offered: Offered) -> None:
        """Show whether it can be tapped."""
        own = self.spot.id
        self.acts, self.glows, self.needed = (own in some for some in (offered.acting, offered.glowing, offered.needed))

    def mark(self, gained: int, lost: int) -> None:
        """Show how many the latest moves added to the number, and how many they took from it."""
        self.change = "\n".join([f"−{lost}"] * bool(lost) + [f"+{gained}"] * bool(gained))
        self.change_colour = theme.loss if lost else theme.gain

    def paint(self, spot: Spot) -> None:
        """Paint what lies there."""

    def explain(self) -> str:
        """Return what the spot is, whose, and the moves that made its number."""
        what = words.say(describe(self.spot, self.painting.names))
        return "\n".join(filter(None, (what, self.painting.why(self.spot.id), self.about)))

    def _fit(self, *_: object) -> None:
        # Smaller than a finger, it takes no tap.
        self.disabled = min(self.size) < theme.target - 0.5

    def _tapped(self, _view: SpotView) -> None:
        if self.acts:
            self.painting.tap(self.answers)


class _WithPieces(SpotView):
    """A spot whose pieces are drawn in its box ``lies``."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.pieces: PiecesView | None = None
        super().__init__(*args, **kwargs)

    @property
    def shape(self) -> float:
        """The width of its pieces for their height."""
        return self.pieces.shape if self.pieces is not None else 0.0

    def _lay(self, spot: Spot) -> None:
        box = self.ids.lies
        if self.pieces is not None:
            box.remove_widget(self.pieces)
        self.pieces = PiecesView(spot.pieces, self.painting.names)
        box.add_widget(self.pieces, index=len(box.children))


class CountView(_WithPieces):
    """A number with its name or its token, and what the latest moves changed; or a pile that has no number."""

    suit = ObjectProperty(None, allownone=True, rebind=True)
    """The suit of the tokens that are counted, or None."""
    opened = BooleanProperty(False)
    """Whether its editor is open."""

    def paint(self, spot: Spot) -> None:
        """Append the note to the number, and lay the token or the pile above it."""
        if spot.note is not None:
            self.number, self.note = f"{self.number} {words.say(spot.note)}".strip(), ""
        suits = [piece.shows for piece in spot.pieces if isinstance(piece.shows, Suit)]
        suit = suits[0] if suits else None
        if spot.number is None or suit != self.suit:
            self.suit = suit
            self._lay(spot)


class LaidView(_WithPieces):
    """Pieces that lie open, with their number below or on a tile, or with a note beside them."""

    badge = StringProperty("")
    """The number on a tile."""

    def paint(self, spot: Spot) -> None:
        """Lay the pieces down."""
        self.badge = self.number if any(piece.kind is Kind.TILE for piece in spot.pieces) else ""
        self.number = "" if self.badge else self.number
        self.marked = any(piece.marked for piece in spot.pieces)
        self._lay(spot)


class PlaceView(_WithPieces):
    """A place with its piece, and what each seat has there."""

    wide = NumericProperty(0)
    """The width of the piece for its height."""
    letters = NumericProperty(0)
    """The letters of the longest number with its name."""

    def paint(self, spot: Spot) -> None:
        """Lay the piece down, and list the numbers beside it that are not 0."""
        self.marked, self.framed = any(piece.marked for piece in spot.pieces), bool(spot.pieces)
        self._lay(spot)
        self.wide = self.shape
        self.ids.parts.clear_widgets()
        parts = [*self._parts(spot)]
        self.letters = max((len(text) for text, _, _ in parts), default=0)
        for text, colour, leads in parts:
            self.ids.parts.add_widget(Text(text=text, color=colour, bold=leads, halign="left"))

    def columns(self, count: int, width: float, height: float) -> int:
        """Return in how many columns this many numbers have the largest letters."""
        return max(range(1, max(2, count)), key=lambda cols: self.lettered(count, cols, width, height))

    def lettered(self, count: int, cols: int, width: float, height: float) -> float:
        """Return the height of the letters in so many columns, in pixels."""
        high, wide = LINE * height / max(1, -(-count // cols)), LETTERS * width / cols / max(1, self.letters)
        return float(min(theme.unit * PART_UNITS, high, wide))

    def _parts(self, spot: Spot) -> Iterator[tuple[str, list[float], bool]]:
        for one in spot.spots:
            if one.number:
                name = words.say(one.label) if one.seat is None else self.painting.names[one.seat]
                colour = theme.accent if one.seat is None else seat_colour(one.seat)
                yield f"{one.number}  {name}", colour, one.leads


class RungView(SpotView):
    """A rung of a ladder: its name and number above its spaces."""

    def paint(self, spot: Spot) -> None:
        """Draw the spaces, free ones as circles."""
        self.framed = True
        if spot.number is not None:
            self.label = words.say(Message("{office}, {n}", {"office": spot.label, "n": spot.number}))
        self.ids.spaces.clear_widgets()
        for space in spot.spots:
            coin = paint_piece(space.pieces[0], self.painting.names) if space.pieces else Coin()
            self.ids.spaces.add_widget(coin)


load_kv(__file__)
