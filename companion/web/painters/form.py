"""Paints the fields of a decision as one form, to answer several at once."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Any
from urllib.parse import unquote

from companion.games.decisions import Decision
from companion.games.fields import Amount, Cards, Field, Pick, Text
from companion.locale import Message
from companion.pieces.piecepack import Tile
from companion.pieces.spoken import describe_card
from companion.web.pages.context import Context
from companion.web.pages.decisions import ANSWER
from companion.web.pages.html import render_cell, render_tile


@dataclass(frozen=True, slots=True)
class FormPainter:
    """Paints fields with their answers, or else with what is proposed."""

    ctx: Context
    decision: Decision[Any]

    def paint(self, field: Field, kind: str = "") -> str:
        """Return the control of a field, ``kind`` its class; a text that is only proposed has pale letters."""
        name, now = f"{ANSWER}{field.name}", self.decision.answers[field.name]
        match field:
            case Text():
                word = escape(unquote(self.decision.words.get(field.name, "")))
                return (
                    f'<input name="{name}" value="{word}" placeholder="{escape(now)}" maxlength="{field.most}" '
                    f'autocomplete="off" enterkeyhint="next" class="{kind}" aria-label="{self.ctx.say(field.text)}">'
                )
            case Amount():
                control = f'<input type="number" name="{name}" min="{field.least}" max="{field.most}" value="{now}">'
                return f'<label class="switch">{self.ctx.head(field.text)} {control}</label>'
            case Cards():
                return self._cards(field, name)
            case Pick():
                return self._pick(field, name, now)
        return ""

    def _pick(self, field: Pick, name: str, now: object) -> str:
        """Return a list of the values; seats are next to one another, without what is proposed if it is no seat."""
        text = render_cell(field.text, self.ctx.translations)
        if not field.seats:
            tile = render_tile(now, self.ctx.translations) if isinstance(now, Tile) else ""
            options = [(field.write(one), self.ctx.say(field.label(one)), one == now) for one in field.offered]
            return f'<label class="switch">{text} {tile}{_select(name, options)}</label>'
        choices = "".join(
            f'<label class="seat{one} choice"><input type="radio" name="{name}" value="{field.write(one)}"'
            f"{' checked' if one == now else ''}> {self.ctx.say(field.label(one))}</label>"
            for one in field.offered
            if isinstance(one, int)
        )
        return f'<div class="dealt" role="radiogroup" aria-label="{self.ctx.say(field.text)}">{text} {choices}</div>'

    def _cards(self, field: Cards, name: str) -> str:
        """Return a choice for each place of a row, the first player's left first."""
        hint = Message("From the first player’s left. Lay them so, or choose how they lie.")
        says = f'<p class="hint">{self.ctx.say(hint)}</p>' if not field.single else ""
        for place, here in enumerate(self.decision.answers[field.name]):
            options = [
                (str(card), f"{self.ctx.say(describe_card(card))}{' (2)' if card.copy > 1 else ''}", card == here)
                for card in field.offered
            ]
            says += _select(name, options, self.ctx.say(Message("Place {number}", {"number": place + 1})))
        return says


def _select(name: str, options: list[tuple[str, str, bool]], label: str = "") -> str:
    shown = "".join(f'<option value="{one}"{" selected" if now else ""}>{text}</option>' for one, text, now in options)
    spoken = f' aria-label="{label}"' if label else ""
    return f'<select name="{name}"{spoken}>{shown}</select>'
