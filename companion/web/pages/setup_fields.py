"""Fields for the setup of a new game, made from the schema of its records."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Any

from companion.decoding import is_number
from companion.games.record_schema import RecordSchema
from companion.locale import Message
from companion.pieces import Card
from companion.pieces.piecepack import Tile
from companion.pieces.spoken import describe_card
from companion.web.pages.context import Context
from companion.web.pages.html import render_card, render_tile

_KEPT = ("seat", "cards")
"""Definitions that have a field of their own."""


def render_field(
    ctx: Context,
    name: str,
    schema: Mapping[str, Any],
    record: RecordSchema | None,
    names: Sequence[str],
    cards: Sequence[Card],
    others: Sequence[Card],
    label: Callable[[str], str],
) -> str:
    """Return the field for a value of the setup.

    Args:
        ctx: The page.
        name: The name of the value.
        schema: Its schema.
        record: The schema of the game's records.
        names: The player names, by seat.
        cards: The cards that it holds, in their usual order.
        others: Cards that it may hold instead.
        label: Returns the label of a value, escaped.
    """
    schema, item = _resolved(schema, record)
    if _refers_to(schema, "seat"):
        return _seat(ctx, name, names)
    if _refers_to(schema, "cards"):
        return _order(ctx, name, cards, others)
    if _refers_to(item, "cards"):
        return _dealt(ctx, name, names, cards)
    if "enum" in item:
        return _values(ctx, name, item["enum"], _count(schema, names), names, label)
    return ""


def read_field(
    ctx: Context,
    name: str,
    schema: Mapping[str, Any],
    record: RecordSchema | None,
    names: Sequence[str],
    cards: Sequence[Card],
) -> object:
    """Return a value of the setup as the form sent it, as in a document; the rules check it."""
    schema, item = _resolved(schema, record)
    if _refers_to(schema, "seat"):
        sent = ctx.request.value(name)
        return int(sent) if is_number(sent) else 0
    if _refers_to(item, "cards") and not _refers_to(schema, "cards"):
        return _read_dealt(ctx, name, names, cards)
    return list(ctx.request.values(name))


def _seat(ctx: Context, name: str, names: Sequence[str]) -> str:
    chosen = ctx.request.value(name, "0")
    return "".join(
        f'<label class="seat{seat} choice"><input type="radio" name="{name}" value="{seat}"'
        f"{' checked' if str(seat) == chosen else ''}> {escape(one)}</label>"
        for seat, one in enumerate(names)
    )


def _order(ctx: Context, name: str, cards: Sequence[Card], others: Sequence[Card]) -> str:
    """Return a choice for each place in a row, from the first player's left."""
    sent = ctx.request.values(name)
    now = [str(card) for card in cards] if len(sent) != len(cards) else list(sent)
    return (
        f'<p class="hint">{ctx.say(Message("From the first player’s left. Lay them so, or choose how they lie."))}</p>'
        + "".join(
            f'<select name="{name}" aria-label="{ctx.say(Message("Place {number}", {"number": place + 1}))}">'
            + "".join(
                f'<option value="{card}"{" selected" if str(card) == here else ""}>{ctx.say(describe_card(card))}'
                f"{' (2)' if card.copy > 1 else ''}</option>"
                for card in (*cards, *others)
            )
            + "</select>"
            for place, here in enumerate(now)
        )
    )


def _dealt(ctx: Context, name: str, names: Sequence[str], cards: Sequence[Card]) -> str:
    """Return a row for each card, with a choice of the player who has it."""
    rows = "".join(
        f'<div class="dealt" role="radiogroup" aria-label="{ctx.say(describe_card(card))}">'
        f"{render_card(card, ctx.translations, named=False)}"
        + "".join(
            f'<label class="seat{seat} choice"><input type="radio" name="{name}-{escape(str(card))}" value="{seat}"'
            f"{' checked' if ctx.request.value(f'{name}-{card}') == str(seat) else ''}> {escape(one)}</label>"
            for seat, one in enumerate(names)
        )
        + "</div>"
        for card in cards
    )
    hint = Message("Cards that you leave out are dealt evenly.")
    return f'{rows}<p class="hint">{ctx.say(hint)}</p>'


def _read_dealt(ctx: Context, name: str, names: Sequence[str], cards: Sequence[Card]) -> list[list[str]]:
    """Return the cards of each seat. Those left out make up equal hands; seats that no hand is left for have none."""
    dealt: list[list[str]] = [[] for _ in names]
    rest = []
    for card in cards:
        sent = ctx.request.value(f"{name}-{card}")
        if is_number(sent) and int(sent) < len(names):
            dealt[int(sent)].append(str(card))
        else:
            rest.append(str(card))
    each = -(-len(cards) // len(names))
    for code in rest:
        max((hand for hand in dealt if len(hand) < each), key=len, default=dealt[0]).append(code)
    return dealt


def _values(
    ctx: Context, name: str, values: Sequence[Any], count: int, names: Sequence[str], label: Callable[[str], str]
) -> str:
    """Return a choice for each place of a list."""
    sent = ctx.request.values(name)
    by_seat = count == len(names)
    parts = []
    for place in range(count):
        chosen = sent[place] if place < len(sent) else str(values[place])
        options = "".join(
            f'<option value="{one}"{" selected" if str(one) == chosen else ""}>{label(str(one))}</option>'
            for one in values
        )
        head = escape(names[place]) if by_seat else str(place + 1)
        tile = render_tile(Tile.parse(chosen), ctx.translations) if _is_tile(chosen) else ""
        parts.append(f'<label class="choice">{head} {tile}<select name="{name}">{options}</select></label>')
    return "".join(parts)


def _is_tile(code: str) -> bool:
    return len(code) == 3 and code.startswith("T") and code[2].isdigit()


def _count(schema: Mapping[str, Any], names: Sequence[str]) -> int:
    most = schema.get("maxItems", len(names))
    return int(most) if schema.get("minItems") == most else len(names)


def _resolved(schema: Mapping[str, Any], record: RecordSchema | None) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    definitions = dict(record.definitions) if record is not None else {}
    found = _resolve(schema, definitions)
    return found, _resolve(found.get("items", {}), definitions)


def _resolve(schema: Mapping[str, Any], definitions: Mapping[str, Any]) -> Mapping[str, Any]:
    name = str(schema.get("$ref", "")).rpartition("/")[2]
    if not name or name in _KEPT or name not in definitions:
        return schema
    return _resolve(definitions[name], definitions)


def _refers_to(schema: Mapping[str, Any], name: str) -> bool:
    return str(schema.get("$ref", "")).endswith(f"/{name}")
