"""Sheets of a question and of a decision."""

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from typing import Any

from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.painters.decision_view import DecisionView
from companion.app.painters.pieces import paint_face
from companion.app.painters.question_view import Answer, add_pads
from companion.app.registry import find_game_ui
from companion.app.texts.i18n import words
from companion.app.widgets.card import DieFace
from companion.app.widgets.icon import Icon
from companion.app.widgets.pad import Pad
from companion.app.widgets.sheet import TraySheet
from companion.app.window.kv_loader import load_kv
from companion.app.window.theme import theme
from companion.games.decisions import Decision
from companion.games.declared import declared_fields
from companion.games.fields import Die
from companion.games.view import Spot, View, steps
from companion.pieces import Card, DieKind, Suit, Tokens

OTHER_UNITS = 110
"""Width of a pad beside the decision, in units."""


class DecisionTray(TraySheet):
    """Asks the fields of a decision, as high as they need.

    Args:
        decision: The decision.
        callback: Called with the move; returns whether the rules accept it.
        table: The spots of the table in view, which answer.
        back: Called in place of closing it.
        **kwargs: Properties of the sheet.
    """

    is_choice = True

    def __init__(
        self,
        decision: Decision[Any],
        callback: Callable[[Any], object],
        table: Collection[str] = (),
        back: Callable[[], object] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self._back = back
        self.view = DecisionView(decision, callback, table=table, pos_hint={"top": 1}, notice_above=True)
        self.view.close_callback, self.view.close_icon = self.close, "back" if back is not None else "close"
        self.view.bind(notice=self.setter("notice"))
        self.view.bind(height=self._grow)
        self.others = BoxLayout(size_hint=(None, None), spacing=theme.unit * 4, pos_hint={"top": 1})
        self._offered: list[Answer] = []
        self.pads: list[Pad] = []
        """What can be done instead."""
        for widget in (self.view, self.others):
            self.add_widget(widget)
        self._grow()

    def begin(self, decision: Decision[Any], others: Sequence[Answer] = ()) -> None:
        """Ask a decision from its beginning, with what can be done instead beside it."""
        self.notice = ""
        self.view.begin(decision)
        if self._offered != [*others]:
            self._offered = [*others]
            self.others.clear_widgets()
            self.pads = add_pads(self.others, others, size_hint_y=1)
            self._grow()

    def on_parent(self, _tray: Any, parent: Any) -> None:
        """Follow the language while it is shown, and say whether it is."""
        if self.view.asked_callback is not None:
            self.view.asked_callback(self.view if parent is not None else None)
        if parent is None:
            words.unbind(language=self.view.say_again)
        else:
            words.bind(language=self.view.say_again)

    def close(self) -> None:
        """Close the tray, or return to what it was opened from."""
        if self._back is not None:
            self._back()
        else:
            super().close()

    def _grow(self, *_: object) -> None:
        self.needed = self.view.height + theme.unit * 16
        each, gap, count = max(theme.unit * OTHER_UNITS, theme.target), self.others.spacing, len(self.others.children)
        stacked = self.view.height >= theme.target * count + gap * (count - 1)
        self.others.orientation = "vertical" if stacked else "horizontal"
        self.others.size = each if stacked and count else max(0, (each + gap) * count - gap), self.view.height


class QuestionSheet(TraySheet):
    """The proposed move with Yes and No, or a pad for each of several moves; closing it drops the proposal.

    Tokens that are paid can be changed by taps.
    """

    screen = ObjectProperty()
    """The game's screen."""
    question = ObjectProperty()
    text = StringProperty("")
    """What the move does."""
    tokens = ObjectProperty(Tokens())
    """What its player pays or gains."""
    sign = StringProperty("")
    then = StringProperty("")
    """The label of the pad that also does what is left of the turn; empty if something must be decided first."""
    single = BooleanProperty(True)
    """Whether one move is proposed, with one amount or several."""
    rolled = BooleanProperty(False)
    """Whether it is a roll, and other dice can be entered instead."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.notice = words.head(self.question.text)
        self.move: Any = self.question.choices[0].move
        """The move as proposed or changed."""
        self._amount = next((one.name for one in declared_fields(type(self.move)) if one.paid), "")
        self.single = all(self._unpaid(choice.move) == self._unpaid(self.move) for choice in self.question.choices)
        if not self.single:
            take = partial(self.screen.confirm, self.question)
            offered = [
                (words.head(one.text), partial(take, number)) for number, one in enumerate(self.question.choices)
            ]
            add_pads(self.ids.choices, offered, size_hint_y=1)[0].tone = "main"
        self._show()

    def pay_more(self, suit: Suit) -> None:
        """Pay one token more of a suit, and one less of the fullest other."""
        now = getattr(self.move, self._amount)
        legal = self._rules.legal_moves(self.screen.state, self.move.player)
        every = next((one.every for one in legal if self.move in one.every), ())
        paid = {getattr(move, self._amount): move for move in every}
        more = [one for one in paid if one[suit] == now[suit] + 1 and one.total == now.total]
        if more:
            self.move = paid[min(more, key=lambda one: _distance(now, one))]
            self._show()

    def accept(self) -> bool:
        """Confirm the move as proposed or changed; return whether it was taken."""
        chosen = (number for number, choice in enumerate(self.question.choices) if choice.move == self.move)
        number = next(chosen, None)
        if number is not None:
            return bool(self.screen.confirm(self.question, number))
        return bool(self.screen.propose(self.move, seat=self.screen.at_turn))

    def accept_and_go_on(self) -> None:
        """Confirm the move, and do what is left of the turn."""
        name = self._left.name if self._left is not None else ""
        if self.accept():
            left = self._left_of_turn(self.screen.state)
            if left is not None and left.name == name:
                self.screen.propose(*left.moves(), seat=left.owner)

    def enter_dice(self) -> None:
        """Drop the proposed roll, and enter other dice."""
        screen, dice = self.screen, self._dice
        self.close()
        if dice is not None:
            screen.go_on(dice)

    def close(self) -> None:
        """Drop the proposal."""
        self.screen.dismiss(self.question)

    @property
    def _rules(self) -> Any:
        return self.screen.current_play.course.rules

    def _unpaid(self, move: Any) -> Any:
        return type(move), [getattr(move, one.name) for one in declared_fields(type(move)) if not one.paid]

    def _show(self) -> None:
        """Show the move: its cards with where they lie then, its dice, and the tokens of its player."""
        screen, rules, move = self.screen, self._rules, self.move
        after = rules.apply(screen.state, move)
        now, then = screen.view_of(screen.state), rules.view(after, screen.names, None)
        self.text = words.head(rules.describe(screen.state, move, after, screen.names)) if self.single else ""
        cast = rules.cast(screen.state, move)
        every = self._rules.decisions(screen.state, screen.names) if cast is not None else ()
        self._dice = next((one for one in every if isinstance(one.missing, Die)), None)
        self.rolled = self._dice is not None
        pictures = self.ids.pictures
        pictures.clear_widgets()
        for die in cast[1] if cast is not None else ():
            suits = find_game_ui(screen.current_play.game.game).suit_dice
            kind = die.kind.value if die.kind is not DieKind.D6 else "suit" if suits else "d6"
            pictures.add_widget(DieFace(value=die.value, kind=kind))
        for card in self._cards() if self.single else ():
            pictures.add_widget(paint_face(card))
            place = next(_places_of(card, then), None)
            if place is not None:
                pictures.add_widget(Icon(name="forth", colour=theme.accent, size_hint_x=0.3))
                pictures.add_widget(paint_face(place.pieces[0].shows))
        self.tokens, self.sign = _paid(now, then, getattr(move, "player", None)) if self.single else (Tokens(), "")
        self.ids.paid.callback = self.pay_more if self._amount and self.sign == "−" else None
        self._left = self._left_of_turn(after) if self.single and cast is None else None
        self.then = f"{words._('Yes')} · {words.head(self._left.text)}" if self._left is not None else ""

    def _cards(self) -> Iterator[Card]:
        values = (getattr(self.move, one.name) for one in declared_fields(type(self.move)) if one.card)
        return (value for value in values if value is not None)

    def _left_of_turn(self, state: Any) -> Decision[Any] | None:
        """Return the decision that is left of this player's turn if nothing is asked for it."""
        names, player = self.screen.names, getattr(self.move, "player", None)
        every = [one for one in self._rules.decisions(state, names) if not one.optional and one.owner == player]
        return every[0] if len(every) == 1 and not every[0].fields else None


def _distance(one: Tokens, other: Tokens) -> tuple[int, int]:
    """Return by how many tokens amounts differ, and the largest number that is left."""
    return sum(abs(one[suit] - other[suit]) for suit in Suit), max(other[suit] for suit in Suit)


def _places_of(card: Card, view: View) -> Iterator[Spot]:
    """Yield the spot of the middle with a card of its own to which this card belongs."""
    for spot in (spot for region in view.regions if region.seat is None for spot in region.spots):
        lying = {piece.shows for one in spot.every() for piece in one.pieces}
        if spot.pieces and spot.pieces[0].shows != card and card in lying:
            yield spot


def _paid(before: View, after: View, seat: int | None) -> tuple[Tokens, str]:
    """Return the tokens that a seat pays or gains, with their sign."""
    counted, changed = {spot.id: spot for spot in after.spots()}, dict[Suit, int]()
    for key, step in steps(before, after).items():
        spot = counted[key]
        if spot.seat == seat and spot.pieces and isinstance(spot.pieces[0].shows, Suit):
            changed[spot.pieces[0].shows] = step
    paid = any(step < 0 for step in changed.values())
    shown = {suit: abs(step) for suit, step in changed.items() if (step < 0) == paid}
    return Tokens.from_counts(shown), "−" if paid else "+" if shown else ""


load_kv(__file__)
