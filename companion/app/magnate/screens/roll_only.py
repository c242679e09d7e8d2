"""A roll without a game: what it brings (B8–B16)."""

from typing import Any

from kivy.properties import ListProperty, ObjectProperty, StringProperty

from companion.app.app_screen import AppScreen
from companion.app.painters.decision_view import DecisionView
from companion.app.texts.i18n import words
from companion.app.widgets.card import CardFace, lay_dice
from companion.app.window.kv_loader import load_kv
from companion.games.magnate.moves import Roll
from companion.games.magnate.options import Options
from companion.games.magnate.rolls import ROLLS
from companion.pieces import Cast, DieKind, cast_of
from companion.rolls.source import AppDice, RollSource


class RollOnlyScreen(AppScreen):
    """Dice entered or rolled by the app, with the tax, the income and the cards that pay."""

    cast = ListProperty()
    tax = StringProperty("")
    income = StringProperty("")
    app_dice = ObjectProperty()

    def __init__(self, source: RollSource | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.app_dice = source or AppDice()
        self.view = DecisionView(ROLLS.decision(Options()), self._entered)
        self.ids.lines.add_widget(self.view, index=2)  # below the title

    def roll(self) -> None:
        """Roll the app's dice."""
        self.app_dice.ask(ROLLS.wish(Options()), lambda rolled: self.show(rolled.cast))

    def show(self, cast: Cast) -> None:
        """Show what a roll brings, and wait for the next."""
        self.cast = list(cast)
        self.refresh()

    def _entered(self, move: Roll) -> None:
        # Refused, so that the view asks for the next roll.
        self.show((*cast_of(DieKind.D10, move.dice), *cast_of(DieKind.D6, move.tax_dice)))

    def refresh(self, *_: object) -> None:
        """Wait for the next roll, and show what the last one brought."""
        self.view.begin(ROLLS.decision(Options()))
        if not self.cast:
            return
        effect = ROLLS.effect(tuple(self.cast))
        self.tax, self.income = map(words.head, effect.sentences)
        lay_dice(self.ids.dice, (("suit" if die.kind is DieKind.D6 else "d10", die.value) for die in self.cast))
        self.ids.cards.clear_widgets()
        for card in effect.cards:
            self.ids.cards.add_widget(CardFace(card=card))


load_kv(__file__)
