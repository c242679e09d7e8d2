"""A roll without a game: the tax, and the income of the rank (B8–B16)."""

from __future__ import annotations

from typing import Any

from kivy.properties import ListProperty, ObjectProperty, StringProperty

from companion.app.app_screen import AppScreen
from companion.app.texts.i18n import words
from companion.app.widgets.card import CardFace
from companion.app.window.kv_loader import load_kv
from companion.games.magnate.options import Options
from companion.games.magnate.rolling import cards_of_rank
from companion.games.magnate.wish import wish
from companion.pieces import DieKind, Suit, shown
from companion.rolls import AppDice, RollSource
from companion.rolls.rolled import Rolled


class RollOnlyScreen(AppScreen):
    """Dice entered or rolled by the app, with the tax, the income and the cards that pay."""

    dice = ListProperty()
    tax_dice = ListProperty()
    tax_text = StringProperty("")
    income_text = StringProperty("")
    app_dice = ObjectProperty()

    def __init__(self, source: RollSource | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.app_dice = source or AppDice()
        words.bind(language=self._update)

    def roll(self) -> None:
        """Roll the app's dice."""
        self.app_dice.ask(wish(Options()), self._rolled)

    def show(self, dice: tuple[int, int], tax_dice: tuple[int, ...]) -> None:
        """Show the tax and income of a roll.

        Args:
            dice: The two d10, 1 to 10.
            tax_dice: The tax dice, 1 to 6; empty without tax.
        """
        self.dice, self.tax_dice = list(dice), list(tax_dice)
        self._update()

    def _rolled(self, rolled: Rolled) -> None:
        first, second = shown(rolled.cast, DieKind.D10)
        self.show((first, second), shown(rolled.cast, DieKind.D6))

    def _update(self, *_: object) -> None:
        if not self.dice:
            return
        suits = [list(Suit)[value - 1] for value in self.tax_dice]
        self.tax_text = (
            words._("Tax: {suit}. Players with two or more keep one.").format(suit=words.say(suits[0].wording()))
            if suits
            else words._("No tax.")
        )
        rank = max(self.dice)
        self.income_text = _income(rank)
        self.ids.cards.clear_widgets()
        for card in cards_of_rank(rank):
            self.ids.cards.add_widget(CardFace(card=card))


def _income(rank: int) -> str:
    texts: dict[int, str] = {
        1: words._("Double 1: every Ace earns one token of its suit, even as a deed."),
        10: words._("10: every Crown earns one token of its suit."),
    }
    default: str = words._(
        "{rank}: a finished property earns one token of each of its suits. A deed earns one "
        "token of its owner’s choice."
    )
    return texts.get(rank, default).format(rank=rank)


load_kv(__file__)
