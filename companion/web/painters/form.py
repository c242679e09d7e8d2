"""Paints the fields of a decision as one form, to answer several at once."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any
from urllib.parse import unquote

from companion.games.decisions import Decision
from companion.games.fields import Amount, Cards, Field, Pick, Text
from companion.games.laying import Laying, lay, part_of
from companion.pieces import Card
from companion.pieces.cards import describe_card
from companion.pieces.piecepack import Tile
from companion.web.pages.context import ANSWER, Context
from companion.web.pages.html import hidden_fields, render_card, render_cell, render_select, render_tile


@dataclass(frozen=True, slots=True)
class FormPainter:
    """Paints fields with their answers, or else with what is proposed."""

    ctx: Context
    decision: Decision[Any]
    part: str = ""
    """The part of the setup that was tapped last."""
    laying: Laying | None = None
    """What lies there."""

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
            case Pick():
                return self._pick(field, name, now)
        return ""

    def paint_part(self, fields: Sequence[Field]) -> str:
        """Return the fields of a part of the setup: pieces are drawn where they lie, or with who holds them."""
        first = fields[0]
        if isinstance(first, Pick) and len(fields) > 1 and first.seats:
            return f'<div class="hands">{"".join(map(self.paint, fields))}</div>'
        if isinstance(first, Cards) or (isinstance(first, Pick) and len(fields) > 1):
            return self._places(fields, part_of(first))
        return "".join(map(self.paint, fields))

    def _places(self, fields: Sequence[Field], part: str) -> str:
        """Return what lies at each place, and below it what else may lie there; two that are tapped are swapped."""
        laying = self.laying if part == self.part and self.laying else laying_of(fields, self.decision)
        state = {f"{ANSWER}{name}": word for name, word in lay(fields, laying.values).items()}
        if part == self.part:
            state["next"] = f"{part}-{laying.next}"
        if laying.picked >= 0:
            state["picked"] = f"{part}-{laying.picked}"
        heads = [self.ctx.say(one.text) for one in fields] if len(fields) > 1 else []
        drawn = [
            self._piece(f"{part}-{number}", value, fields[0], heads[number : number + 1], number == laying.picked)
            for number, value in enumerate(laying.row)
        ]
        spare, named = "".join(drawn[laying.places :]), "" if isinstance(laying.row[0], Card | Tile) else " named"
        return f'{hidden_fields(state)}<div class="laying{named}">{"".join(drawn[: laying.places])}</div>' + (
            f'<div class="laying spare">{spare}</div>' if spare else ""
        )

    def _piece(self, name: str, value: Any, field: Field, head: Sequence[str], chosen: bool) -> str:
        ctx, label = self.ctx, ""
        if isinstance(value, Card):
            inside, label = render_card(value, ctx.translations, named=False), ctx.say(describe_card(value))
        elif isinstance(value, Tile):
            inside = render_tile(value, ctx.translations)
        else:
            assert isinstance(field, Pick), "a value with a label"
            inside = ctx.head(field.label(value))
        spoken, text = f' aria-label="{label}"' if label else "", "".join(f"<small>{one}</small>" for one in head)
        return (
            f'<button formmethod="get" formnovalidate name="swap" value="{name}"{spoken} '
            f'aria-pressed="{"true" if chosen else "false"}">{text}{inside}</button>'
        )

    def _pick(self, field: Pick, name: str, now: object) -> str:
        """Return a list of the values; seats are next to one another, without what is proposed if it is no seat."""
        text = render_cell(field.text, self.ctx.translations)
        if not field.seats:
            options = [(field.write(one), self.ctx.say(field.label(one)), one == now) for one in field.offered]
            return f'<label class="switch">{text} {render_select(name, options)}</label>'
        choices = "".join(
            f'<label class="seat{one} choice"><input type="radio" name="{name}" value="{field.write(one)}"'
            f"{' checked' if one == now else ''}><span>{self.ctx.say(field.label(one))}</span></label>"
            for one in field.offered
            if isinstance(one, int)
        )
        return (
            f'<div class="dealt" role="radiogroup" aria-label="{self.ctx.say(field.text)}">{text}'
            f'<span class="owners">{choices}</span></div>'
        )


def laying_of(fields: Sequence[Field], decision: Decision[Any]) -> Laying:
    """Return what lies at the places of a part of the setup."""
    first, answers = fields[0], [decision.answers[one.name] for one in fields]
    assert isinstance(first, Cards | Pick), "pieces lie at places"
    return Laying.of(answers[0] if isinstance(first, Cards) else answers, first.offered)
