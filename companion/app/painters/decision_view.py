"""A decision that is made field by field."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.painters.amount_pad import AmountPad, DicePad, PaymentPad
from companion.app.painters.piece_grid import CardPick
from companion.app.painters.question_view import Answer, QuestionView, add_pads
from companion.app.painters.spots import Offered
from companion.app.texts.i18n import words
from companion.app.widgets.card import CardFace, Index
from companion.app.widgets.layouts import Grid, Row
from companion.app.widgets.pad import Pad
from companion.app.widgets.suit_row import SuitRow
from companion.app.widgets.text import Text
from companion.app.window.kv_loader import load_kv
from companion.app.window.theme import theme
from companion.games.decisions import Decision
from companion.games.fields import Amount, Cards, Die, Field, Payment, Pick, Place
from companion.games.fields import Text as TextField
from companion.locale import Message
from companion.pieces import Card, Suit, Tokens
from companion.play.short_labels import short_labels


class ValueColumn(BoxLayout):
    """A value, below what it costs or gains; tokens that are paid can be changed by taps if there is a callback."""

    text = StringProperty("")
    price = StringProperty("")
    """What it costs, if that is not in tokens."""
    tokens = ObjectProperty(Tokens())
    suits = ObjectProperty(())
    sign = StringProperty("")
    callback = ObjectProperty(None, allownone=True)
    chosen = BooleanProperty(False)
    refused = BooleanProperty(False)


class DecisionView(BoxLayout):
    """Asks the fields without an answer in order; if the rules refuse the move, it begins again.

    Args:
        decision: The decision.
        callback: Called with the move; returns whether the rules accept it.
        photo: Called with this view to choose a photo, if several cards may be read from one.
        name: The name of the player who decides, before each question; empty for none.
        others: What can be done instead, beside the question.
        table: The spots of the table in view. What a tap on one of them answers is not asked in words, unless play
            goes on without the decision: the table is not laid out for its taps.
        **kwargs: Properties of the widget.
    """

    text = StringProperty("")
    """The current question."""
    notice = StringProperty("")
    """Why something is not possible, or what was read from a photo."""
    hint = StringProperty("")
    """That the table is tapped, if it is."""
    colour = ListProperty(theme.ink)
    close_callback = ObjectProperty(None, allownone=True)
    """Called if the player drops the decision, where that is possible."""
    close_icon = StringProperty("close")
    notice_above = BooleanProperty(False)
    """Whether the notice is shown above it."""
    in_line = BooleanProperty(False)
    """Whether the question and its answers are side by side."""
    asked_callback = ObjectProperty(None, allownone=True)
    """Called with this view after every further question."""

    def __init__(
        self,
        decision: Decision[Any],
        callback: Callable[[Any], object],
        photo: Callable[[DecisionView], None] | None = None,
        name: str = "",
        others: Sequence[Answer] = (),
        table: Collection[str] = (),
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.table, self.glowing = table, set[str]()
        self.decision, self._first, self._callback, self._photo = decision, decision, callback, photo
        self._name = name
        self._card: Card | None = None
        self.others = add_pads(self.ids.others, others)
        self.photo: Pad | None = None
        """The pad that chooses a photo, or None."""
        self.pick: CardPick | None = None
        self.amount: AmountPad | None = None
        self.suits: SuitRow | None = None
        self.payment: PaymentPad | None = None
        self.dice: DicePad | None = None
        self.done: Pad | None = None
        self.values: dict[Any, ValueColumn] = {}
        """What each value of a proposed choice costs or gains, by value."""
        self.switches: dict[str, Pad] = {}
        """The pads of fields that are answered yes or no, by name."""
        self.pads: list[Pad] = []
        """The pads of a choice, if the current field is one."""
        self.offered: list[Any] = []
        """The values of these pads."""
        self._ask(decision)

    @property
    def owner(self) -> int | None:
        """The seat that decides; None for any player."""
        return self.decision.owner

    @property
    def acting(self) -> Collection[str]:
        """The spots that take a tap: those that go on with the decision, and those with which it begins again."""
        places = (spot for one in self.decision.fields if isinstance(one, Place) for spot in one.offered)
        return {*self._first.taps, *places}

    @property
    def tappable(self) -> Offered:
        """What can be tapped on the table."""
        asked, acting = self.decision.missing, self.acting
        hints = {spot: words.say(asked.preview(spot)) for spot in asked.offered} if isinstance(asked, Place) else {}
        needed = () if self.decision.optional else self.glowing
        return Offered(acting, self.glowing, needed, self._refused(), hints)

    def _refused(self) -> Mapping[str, Message]:
        """Return why spots cannot be chosen."""
        match self.decision.missing:
            case Place() as field:
                return field.refused()
            case Pick() as field:
                return field.forbidden()
        return {}

    def tap(self, spot: str) -> bool:
        """Answer with a spot; return False if it answers nothing."""
        goes_on = spot in self.glowing or spot not in self._first.taps
        tapped = (self.decision if goes_on else self._first).tapped(spot)
        if tapped is None:
            return self._say_why_not(spot)
        self._ask(tapped)
        return True

    def _say_why_not(self, spot: str) -> bool:
        """Say why a spot cannot be chosen; return False if nothing is known."""
        why = self._refused().get(spot)
        self.notice = words.head(why) if why is not None else self.notice
        return why is not None

    def asks(self, decision: Decision[Any]) -> bool:
        """Return whether it asks this decision, however far it is answered."""
        return (self._first.name, self._first.words) == (decision.name, decision.words)

    def begin(self, decision: Decision[Any]) -> None:
        """Ask the fields of another decision; what asks the same already stays as it is painted."""
        asks_the_same = not self.decision.words and self.decision.fields == decision.fields
        self._first, self.notice = decision, ""
        if asks_the_same:
            self.decision = decision
        else:
            self._ask(decision)

    def say_again(self, *_: object) -> None:
        """Ask again, in the language of now."""
        self._ask(self.decision)

    def close(self) -> None:
        """Drop the decision."""
        if self.close_callback is not None:
            self.close_callback()

    def _ask(self, decision: Decision[Any]) -> None:
        self.decision, field = decision, decision.missing
        self.ids.room.clear_widgets()
        self.pick, self.amount, self.suits, self.done, self.photo = None, None, None, None, None
        self.pads, self.offered, self.values, self.switches = [], [], {}, {}
        left = {spot: values for spot in self.table if (values := decision.left_by(spot))}
        self.glowing = {*left}
        self._tapped = {value for values in left.values() for value in values if not decision.optional}
        self.hint = words._("Tap where the table glows") if left else ""
        if field is None and decision.confirm is None:
            self._make()
            return
        if field is None:
            self._show_proposals()
            return
        asked_for = decision.chosen_card
        card = decision.answers[asked_for.name][0] if asked_for is not None else None
        if card != self._card:
            self._show_card(card)
        name = self._name if card is None else card.wording()
        asked = Message("{name}: {text}", {"name": name, "text": field.text})
        self.text = words.head(asked if name else field.text)
        proposed = [one for one in decision.fields if isinstance(one, Pick) and one is not field]
        for one in proposed:
            if _stays(one) and not one.is_switch:
                self._show_proposed(one)
        self._show(field, lambda value: self._ask(decision.answer(field.name, value)))
        for one in proposed:
            if one.is_switch:
                self._show_switch(one)
        if self.asked_callback is not None:
            self.asked_callback(self)

    def _make(self) -> None:
        """Make the moves; begin again if the rules refuse one."""
        if not all(map(self._callback, self.decision.moves())):
            self._ask(self._first)

    def _show_proposals(self) -> None:
        """Show what is proposed, to be changed by taps, and the pad that makes the move."""
        decision, row = self.decision, Row()
        for field in decision.fields:
            if isinstance(field, Cards) and len(field.offered) > 1:
                self._show(replace(field, chosen=decision.answers[field.name]), partial(self._change, field.name))
                assert self.pick is not None, "cards are picked"
                self.pick.widest = 0  # what is paid below them stays in view
            elif isinstance(field, Payment):
                paid = decision.answers[field.name]
                self.text, then = words.head(field.text), field.preview(paid)
                self.hint = "" if then is None else words.head(then)
                self.payment = PaymentPad(field, paid, partial(self._change, field.name))
                row.add_widget(self.payment)
        assert decision.confirm is not None, "asked for where there is one"
        self.done = Pad(icon="done", icon_left=True, text=words.head(decision.confirm(decision.answers)), tone="main")
        self.done.bind(on_release=lambda _pad: self._make())
        row.add_widget(self.done)
        self.ids.room.add_widget(row)

    def _show_card(self, card: Card | None) -> None:
        """Show the card that the decision is about."""
        self._card = card
        self.ids.card.clear_widgets()
        if card is not None:
            if self.in_line:
                index = Index(card=card, across=True, dark=True, colour=theme.ink)
                self.ids.card.add_widget(index)
                return
            self.ids.card.add_widget(CardFace(card=card))
            name = words.head(card.wording())
            self.ids.card.add_widget(Text(text=name, units=15, bold=True, size_hint_y=None, height=theme.unit * 22))

    def _show_proposed(self, field: Pick) -> None:
        """Show the values of a choice, of which one is proposed or chosen already, and what each costs or gains."""
        chosen = self.decision.answers.get(field.name)
        if _tells_more(field):
            row = Grid(rows=1)
            for value in (*field.refused(), *field.offered):
                column = self.values[value] = self._column(field, value, chosen)
                row.add_widget(column)
            self.ids.room.add_widget(row)
            return
        change = partial(self._change, field.name)
        row = QuestionView([(words.head(field.label(one)), partial(change, one)) for one in field.offered])
        for pad, value in zip(row.pads, field.offered, strict=True):
            pad.chosen = value == chosen
        self.ids.room.add_widget(row)

    def _show_switch(self, field: Pick) -> None:
        """Show a pad that says yes to a choice, and no again."""
        on = self.decision.answers[field.name]
        pad = Pad(
            text=words.head(field.text),
            units=20,
            chosen=on,
            size_hint=(0.4 if self.in_line else 1, None),
            height=theme.target,
        )
        pad.bind(on_release=lambda _pad: self._change(field.name, not on))
        self.switches[field.name] = pad
        self.ids.room.add_widget(pad)

    def _column(self, field: Pick, value: Any, chosen: Any) -> ValueColumn:
        refused, shown = value in field.refused(), field.preview(value)
        column = ValueColumn(text=words.head(field.label(value)), chosen=value == chosen, refused=refused)
        column.ids.pad.bind(on_release=lambda _pad: self._choose(field, value))
        led = None if refused else self.decision.answer(field.name, value)
        payment = next((one for one in led.fields if isinstance(one, Payment)), None) if led is not None else None
        if led is not None and payment is not None:
            column.tokens, column.sign = led.answers[payment.name], "−"
            if value == chosen and any(payment.more(column.tokens, suit) for suit in payment.suits):
                column.suits, column.callback = payment.suits, partial(self._pay_more, payment)
        elif isinstance(shown, Tokens):
            column.tokens, column.sign = shown, "+"
        elif shown is not None:
            column.price = words.say(shown)
        return column

    def _choose(self, field: Pick, value: Any) -> None:
        """Choose a value; a second tap answers with the only spot that is left."""
        if value in field.refused():
            self.notice = words.head(field.refused()[value])
        elif value == self.decision.answers.get(field.name) and len(self.glowing) == 1:
            self.tap(*self.glowing)
        else:
            self._change(field.name, value)
            caution = next(iter(self.decision.cautions(self.decision.answers)), None)
            self.notice = words.head(caution) if caution is not None else ""

    def _pay_more(self, payment: Payment, suit: Suit) -> None:
        paid = payment.more(self.decision.answers[payment.name], suit)
        if paid is not None:
            self._change(payment.name, paid)

    def _change(self, name: str, value: Any) -> None:
        self._ask(self.decision.answer(name, value))

    def _show(self, field: Field, answer: Callable[[Any], None]) -> None:
        match field:
            case Amount():
                self.amount = AmountPad(answer, field, label=words.head(self.decision.text))
                self.ids.room.add_widget(self.amount)
            case Cards():
                self._show_cards(field, answer)
            case Pick() if field.refused():
                self._show_proposed(field)
            case Pick():
                self._show_picks(list(field.offered), list(map(field.label, field.offered)), answer)
            case Place():
                self._show_picks(list(field.offered), list(map(field.preview, field.offered)), answer)
            case Die():
                self.dice = self.dice or DicePad(self._die_shown, lambda: self._ask(self._first))
                self.dice.show(self.decision, field, self.text)
                self.text = ""
                self.ids.room.add_widget(self.dice)
            case Payment() | TextField():
                raise AssertionError(f"{field.name} is proposed, or asked on a screen of its own")

    def _die_shown(self, face: int) -> None:
        if self.decision.missing is not None:
            self._change(self.decision.missing.name, face)

    def _show_picks(self, values: list[Any], labels: list[Message], answer: Callable[[Any], None]) -> None:
        if all(isinstance(value, Suit) for value in values):
            # Every suit keeps its place, so that a second tap of a hasty finger hits what is not offered next.
            shown = values if self.in_line else list(Suit)
            barred = [one for one in shown if one not in values]
            self.suits = SuitRow(suits=shown, barred=barred, size_hint_y=None, height=theme.target)
            self.suits.callback = answer
            self.ids.room.add_widget(self.suits)
            return
        texts = short_labels(list(map(words.head, labels)), ends=True)
        offers = [(text, value) for text, value in zip(texts, values, strict=True) if value not in self._tapped]
        if offers:
            picks = QuestionView([(text, partial(answer, value)) for text, value in offers])
            self.pads, self.offered = picks.pads, [value for _, value in offers]
            self.ids.room.add_widget(picks)

    def _show_cards(self, field: Cards, answer: Callable[[Any], None]) -> None:
        def changed(picked: Any) -> None:
            if field.single:
                answer(picked)
            elif self.done is not None:
                self._offer(field, picked)

        self.pick = CardPick(field.offered, field.most, field.chosen, changed)
        if field.least == field.most > 1:
            self.pick.bind(on_filled=lambda _pick, picked: answer(picked))
        if not field.single:
            self.done = Pad(icon="done", icon_left=True)
            self.done.bind(on_release=lambda _pad: answer(self.pick.picked if self.pick else ()))
            row = Row()
            row.add_widget(self.done)
            if self._photo is not None and field.most > 1:
                self.photo = Pad(icon="photo", text=words._("From a photo"), icon_left=True, size_hint_x=0.4)
                self.photo.bind(on_release=self._choose_photo)
                row.add_widget(self.photo)
            self.ids.room.add_widget(row)
            self._offer(field, field.chosen)
        self.ids.room.add_widget(self.pick)

    def _choose_photo(self, _pad: Pad) -> None:
        if self._photo is not None:
            self._photo(self)

    def _offer(self, field: Cards, picked: tuple[Any, ...]) -> None:
        """Enable Done if enough cards are picked; show how many there are."""
        assert self.done is not None
        enough = field.least <= len(picked)
        self.done.disabled, self.done.tone = not enough, "main" if enough else "plain"
        values = {"n": len(picked), "most": field.most}
        self.done.text = words._("{n} of {most}").format(**values) if picked or field.least else words._("Skip")


def _tells_more(field: Pick) -> bool:
    """Return whether more is known of a choice than its values: what they cost or gain, or why they are refused."""
    return bool(field.refused()) or any(field.preview(value) is not None for value in field.offered)


def _stays(field: Pick) -> bool:
    """Return whether a choice that is made stays in view: it was proposed, or more is known of it."""
    return _tells_more(field) or (field.proposed is not None and len(field.offered) > 1)


load_kv(__file__)
