"""Paints a decision: what is asked now, and what is proposed for the rest."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from companion.games.decisions import Decision, Words
from companion.games.fields import Amount, Cards, Die, Field, Payment, Pick, Place, Text
from companion.games.view import Spot
from companion.locale import Message, Wording
from companion.pieces import Card, Suit, Tokens
from companion.pieces.cards import describe_card
from companion.web.pages import html
from companion.web.pages.context import ANSWER, SeatContext, decision_query
from companion.web.pages.hand import noted_hand
from companion.web.painters.pieces import paint_pieces

MOST_NUMBER_BUTTONS = 15
"""Most numbers that are shown as a button each."""
_SEND = Message("Send")


def paint_decision(ctx: SeatContext, decision: Decision[Any]) -> str:
    """Return what a decision asks now; the button that makes its move if nothing is missing."""
    painter, missing = _DecisionPainter(ctx, decision), decision.missing
    proposed = "".join(painter.paint(one) for one in decision.fields if one.proposed is not None and one is not missing)
    card = decision.chosen_card
    asked = painter.confirm() if missing is None else painter.ask(missing)
    cautions = "".join(f'<p class="notice">{ctx.head(one)}</p>' for one in decision.cautions(decision.answers))
    return proposed + asked + cautions if card is None else painter.in_play(card, proposed, asked + cautions)


def shows_deck(decision: Decision[Any]) -> bool:
    """Return whether a painted decision shows cards to choose from."""
    painted = (one for one in decision.fields if one is decision.missing or one.proposed is not None)
    return any(isinstance(one, Cards) and not (one.single and one.proposed == one.offered) for one in painted)


def place_button(
    ctx: SeatContext, decision: Decision[Any], field: Place, spot: Spot, inside: str = "", kind: str = "glow"
) -> str:
    """Return the button that chooses a spot; what follows stands on it unless something else does."""
    values: Wording = {"spot": spot.label, "hint": field.preview(spot.id)}
    inside = inside or f"<b>{ctx.say(field.preview(spot.id))}</b>"
    label = ctx.say(Message("{spot}: {hint}", values))
    fields = ctx.fields(do="decide", **decision_query(decision.with_words({field.name: spot.id})))
    return html.action_button(ctx.path, fields, inside, kind=kind, label=label)


@dataclass(frozen=True, slots=True)
class _DecisionPainter:
    ctx: SeatContext
    decision: Decision[Any]

    def confirm(self) -> str:
        """Return the button that makes the move."""
        decision = self.decision
        text = decision.text if decision.confirm is None else decision.confirm(decision.answers)
        fields = self.ctx.fields(do="decide", **decision_query(decision))
        return html.action_button(self.ctx.path, fields, self.ctx.head(text), kind="main")

    def in_play(self, field: Cards, proposed: str, asked: str) -> str:
        """Return a chosen card beside its proposals, what is asked below them, and the way to another card."""
        [card] = self.decision.answers[field.name]
        ctx = self.ctx
        another = ctx.link(ctx.say(Message("Another card")), kind="back", decision=self.decision.name)
        return (
            f'<div class="inplay"><div class="chosen">{html.render_card(card, ctx.translations)}</div>'
            f'<div class="uses"><h2>{ctx.head(describe_card(card))}</h2>{proposed}</div>{asked}{another}</div>'
        )

    def ask(self, field: Field) -> str:
        """Return a field with its question."""
        head = "" if isinstance(field, Place) else f"<h3>{self.ctx.head(field.text)}</h3>"
        return f"{head}{self.paint(field)}"

    def paint(self, field: Field) -> str:  # noqa: PLR0911 - one line a kind of field
        """Return the values of a field; each sends what was answered before it, too."""
        match field:
            case Pick():
                return self._pick(field)
            case Die():
                faces = [(str(face), self.ctx.say(text), "") for face, text in enumerate(field.faces, 1)]
                return self._choices(field, faces, "numbers" if all(len(one) < 3 for _, one, _ in faces) else "picks")
            case Amount():
                return paint_amount(self.ctx, field, self._fields(field), ANSWER + field.name)
            case Cards():
                return self._cards(field)
            case Payment():
                return self._payment(field)
            case Place():
                return f'<div class="targets">{"".join(self._targets(field))}</div>'
            case Text():
                return self._text(field)

    def _fields(self, field: Field) -> html.Query:
        return self.ctx.fields(do="decide", **decision_query(self.decision, without=field.name))

    def _choices(self, field: Field, choices: list[tuple[str, str, str]], kind: str, chosen: str = "") -> str:
        """Return a button for each value; if the move can be made already, they change only what is proposed."""
        if self.decision.missing is not None:
            return html.choice_buttons(self.ctx.path, self._fields(field), ANSWER + field.name, choices, kind, chosen)
        links = (self._link({field.name: value}, *more, current=value == chosen) for value, *more in choices)
        return f'<div class="{kind}">{"".join(links)}</div>'

    def _link(self, words: Words, inside: str, label: str, *, kind: str = "", current: bool = False) -> str:
        query = decision_query(self.decision.with_words(words))
        return self.ctx.link(inside, kind=kind, label=label, current=current, **query)

    def _pick(self, field: Pick) -> str:
        choices = []
        for value in field.offered:
            text, more = self.ctx.head(field.label(value)), self._preview(field.preview(value))
            if isinstance(value, Suit):
                inside = f"{html.render_token(value, self.ctx.translations, named=False)}{more}"
                choices.append((field.write(value), f"{inside} {'' if more else text}", text))
            else:
                choices.append((field.write(value), f"{text} {more}".strip(), ""))
        proposed = field.proposed is not None
        short = all(len(inside) < 3 for _, inside, _ in choices)
        kind = "tabs" if proposed else "numbers" if short else "picks"
        head = ""
        if any(isinstance(value, Suit) for value in field.offered):
            kind, head = "others", f"<h3>{self.ctx.head(field.text)}</h3>" if proposed else ""
        chosen = field.write(self.decision.answers[field.name]) if proposed else ""
        reasons = dict.fromkeys(self.ctx.head(why) for why in field.refused().values())
        refused = "".join(f'<p class="hint">{why}</p>' for why in reasons)
        return head + self._choices(field, choices, kind, chosen) + refused

    def _preview(self, preview: Message | Tokens | None) -> str:
        if isinstance(preview, Tokens):
            return html.render_tokens(preview, self.ctx.translations)
        return "" if preview is None else f"<b>{self.ctx.say(preview)}</b>"

    def _cards(self, field: Cards) -> str:
        """Return the offered cards, of which those come first that the player noted in the own hand."""
        if not field.single:
            return self._ticks(field)
        if field.proposed == field.offered:
            return f'<div class="hand">{html.render_card(field.offered[0], self.ctx.translations)}</div>'
        noted = tuple(one for one in noted_hand(self.ctx) if one in field.offered)
        if noted and not self.ctx.request.value("all"):
            more = self.ctx.link(self.ctx.say(Message("Another card")), all=1, **decision_query(self.decision))
            return f"{self._deck(field, noted, 'deck hand')}{more}"
        return self._deck(field, field.offered, "deck")

    def _deck(self, field: Cards, cards: tuple[Card, ...], kind: str) -> str:
        choices, chosen = [], field.write(self.decision.answers.get(field.name, ()))
        for card in cards:
            face, name = self._face(card)
            note = field.note(card)
            if note is not None:
                face, name = f'<span class="pale">{face}</span>', f"{name}, {self.ctx.say(note)}"
            choices.append((field.write((card,)), face, name))
        return self._choices(field, choices, kind, chosen)

    def _ticks(self, field: Cards) -> str:
        chosen = set(field.chosen)
        ticks = "".join(
            f'<label class="tick"><input type="checkbox" name="{ANSWER}{field.name}" value="{card}"'
            f'{" checked" if card in chosen else ""} aria-label="{self._face(card)[1]}">{self._face(card)[0]}</label>'
            for card in field.offered
        )
        exact = f' data-exact="{field.most}"' if field.least == field.most else ""
        # An empty answer stands for no card at all.
        fields = {**self._fields(field), ANSWER + field.name: ""}
        return html.send_form(self.ctx.path, fields, ticks, self.ctx.say(_SEND), kind="deck ticks", more=exact)

    def _face(self, card: Card) -> tuple[str, str]:
        return html.render_card(card, self.ctx.translations, named=False), self.ctx.say(describe_card(card))

    def _payment(self, field: Payment) -> str:
        """Return the tokens that are paid; a tap pays one more of a suit and, if the sum is fixed, less of another."""
        paid = self.decision.answers.get(field.name, Tokens())
        says = f"<p>{self.ctx.say(field.text)}</p>"
        then = field.preview(paid)
        if then is not None:
            says = f"<p>{self.ctx.say(then)}</p>"
        if field.least == field.most:
            chips = "".join(self._chip(field, paid, suit) for suit in field.suits)
            return f'<p class="payment">{self.ctx.say(field.text)} {chips}</p>'
        rows = "".join(self._stepper(field, paid, suit) for suit in field.suits)
        return f'{says}<div class="steppers">{rows}</div>'

    def _chip(self, field: Payment, paid: Tokens, suit: Suit) -> str:
        inside = f"{html.render_token(suit, self.ctx.translations, named=False)}<b>{paid[suit]}</b>"
        shifted = field.more(paid, suit)
        if shifted is None:
            return f'<span class="chip">{inside}</span>'
        label = self.ctx.say(Message("{n} {suit}: pay one more", {"n": paid[suit], "suit": suit}))
        return self._link({field.name: field.write(shifted)}, f"{inside} +", label, kind="chip")

    def _stepper(self, field: Payment, paid: Tokens, suit: Suit) -> str:
        ctx = self.ctx
        steps = (
            ("−", field.less(paid, suit), Message("One {suit} less", {"suit": suit})),
            ("+", field.more(paid, suit), Message("One {suit} more", {"suit": suit})),
        )
        less, more = (
            f'<span class="button step" aria-hidden="true">{sign}</span>'
            if tokens is None
            else self._link({field.name: field.write(tokens)}, sign, ctx.say(label), kind="step")
            for sign, tokens, label in steps
        )
        token = html.render_token(suit, ctx.translations)
        return f'<p class="stepper">{token}{less}<b>{paid[suit]}</b>{more}<small>/ {field.purse[suit]}</small></p>'

    def _targets(self, field: Place) -> Iterator[str]:
        """Yield a button for each spot, with what lies there or at the place that it belongs to."""
        view = self.ctx.snapshot.view(self.ctx.viewer)
        for region in view.regions:
            for outer in region.spots:
                for spot in outer.every():
                    if spot.id in field.offered:
                        lies = paint_pieces(outer if outer.pieces else spot, view, self.ctx.translations)
                        hint = f"<b>{self.ctx.say(field.preview(spot.id))}</b>"
                        yield place_button(self.ctx, self.decision, field, spot, lies + hint, "target")

    def _text(self, field: Text) -> str:
        label = self.ctx.head(field.text)
        typed = f'<input name="{ANSWER}{field.name}" maxlength="{field.most}" required aria-label="{label}">'
        return html.send_form(self.ctx.path, self._fields(field), typed, self.ctx.say(_SEND), kind="amount")


def paint_amount(ctx: SeatContext, field: Amount, fields: html.Query, name: str) -> str:
    """Return a button for each number, or a field if there are many; usual numbers have a button too."""
    quick = field.quick
    if field.most - field.least < MOST_NUMBER_BUTTONS:
        quick = tuple(range(field.least, field.most + 1))
    elif field.now is not None and not quick:
        quick = tuple(one for one in (field.now - 1, field.now + 1) if field.least <= one <= field.most)
    now = "" if field.now is None else str(field.now)
    buttons = html.choice_buttons(ctx.path, fields, name, [(str(one), str(one), "") for one in quick], "numbers", now)
    if len(quick) > field.most - field.least:
        return buttons
    first = field.least if field.now is None else field.now
    typed = (
        f'<input type="number" inputmode="numeric" name="{name}" min="{field.least}" max="{field.most}" '
        f'value="{first}" required aria-label="{ctx.head(field.text)}">'
    )
    return (buttons if quick else "") + html.send_form(ctx.path, fields, typed, ctx.say(_SEND), kind="amount")
