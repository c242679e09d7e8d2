"""One player's panel: tokens, Crowns, what there is to do, and the actions."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kivy.properties import BooleanProperty, ColorProperty, ListProperty, NumericProperty, StringProperty

from companion.app.painters.regions import RegionView
from companion.app.painters.spots import Painting
from companion.app.painters.table import Seat
from companion.app.widgets.card import Glyph
from companion.app.widgets.pad import Pad
from companion.app.window.kv_loader import load_kv
from companion.app.window.theme import theme
from companion.games.view import Region, View
from companion.pieces import Card


@dataclass(frozen=True, slots=True)
class Action:
    """An action of the player."""

    name: str
    text: str
    icon: str
    do: Callable[[], object]
    explanation: str = ""
    main: bool = False
    pale: bool = False
    """Whether it cannot be done now; it keeps its place, and a tap shows why."""


class PlayerPanel(Seat):
    """The panel of a seat: in a landscape window everything is in one line, otherwise in two.

    Args:
        screen: The screen of the game.
        painting: What all spots of the table share.
        seat: The seat.
    """

    phase = StringProperty("")
    """What the player has to do, with the roll; empty for nothing."""
    ground = ColorProperty(theme.panel)
    """The colour behind everything: the current player's is tinted."""
    crowns = ListProperty()
    won = NumericProperty(0)
    """Districts held now."""
    tie_values = StringProperty("")
    """The values that settle a tie."""
    can_undo = BooleanProperty(False)
    """Whether undo is shown here: at one edge, that of the current player."""
    past = BooleanProperty(False)
    """Whether it shows the past, in which nothing can be done."""

    def __init__(self, screen: Any, painting: Painting, seat: int) -> None:
        self.screen = screen
        self.actions: dict[str, Pad] = {}
        self._offered: list[Action] = []
        super().__init__(painting, seat)
        self._lay_out()
        theme.bind(portrait=self._lay_out)

    def _lay_out(self, *_: object) -> None:
        """Place the counters next to the name, or below it."""
        ids, first, second = self.ids, self.ids.first, self.ids.second
        # Kivy's ids are weak references, and a part between two lines is in neither.
        parts = self._parts = {name: ids[f"{name}_part"].__self__ for name in ("head", "counters", "task", "tools")}
        for line in (first, second):
            line.clear_widgets()
        for name in ("head", "task", "tools") if theme.portrait else ("head", "counters", "task", "tools"):
            first.add_widget(parts[name])
        if theme.portrait:
            second.add_widget(parts["counters"])
        parts["counters"].size_hint_x = 1 if theme.portrait else None

    def show(self, view: View, regions: Sequence[Region], *, asked: bool) -> None:
        """Show the player's tokens, the districts held, and the Crowns."""
        purse, crowns = regions
        tokens = replace(purse, spots=purse.spots[:-1])
        self.won = purse.spots[-1].number
        super().show(view, [tokens], asked=asked)
        suits = [crown.suits[0] for spot in crowns.spots if isinstance(crown := spot.pieces[0].shows, Card)]
        if self.crowns != suits:
            self.crowns = suits
            self.ids.crowns.clear_widgets()
            for suit in suits:
                self.ids.crowns.add_widget(Glyph(suit=suit, colour=theme.suit_on_ground(suit)))

    def place(self, _region: Region, view: RegionView) -> None:
        """Place the tokens."""
        view.spacing = theme.unit * 3
        self.ids.counters_part.add_widget(view)

    def offer(self, actions: list[Action]) -> None:
        """Show the actions as pads; if nothing changed, they are kept."""
        if actions == self._offered:
            return
        self._offered, self.actions = actions, {}
        self.ids.actions.clear_widgets()
        for one in actions:
            pad = Pad(text=one.text, icon=one.icon, units=18, pale=one.pale, explanation=one.explanation)
            pad.tone, pad.size_hint_x = ("main", 1.5) if one.main else ("plain", 1)
            pad.bind(on_release=lambda _pad, do=one.do: do())
            self.actions[one.name] = pad
            self.ids.actions.add_widget(pad)


load_kv(__file__)
