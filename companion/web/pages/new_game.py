"""The page of a new game: one form for variant, players, house rules and setup."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from companion.errors import CompanionError
from companion.games.decisions import Decision
from companion.games.fields import Field, Pick
from companion.games.new_game import EVENLY, NAME, PRESET, NewGame, label, new_game
from companion.games.registry import AnyGame, game, games
from companion.locale import Message
from companion.web.pages.context import Context
from companion.web.pages.decisions import ANSWER, sent_words
from companion.web.pages.html import link_button, page_head
from companion.web.pages.parts import render_notice
from companion.web.painters.form import FormPainter


def render_new_game(ctx: Context) -> str:
    """Return the choice of a game, or the form of the chosen one."""
    head = page_head(ctx.say(Message("New game")), "./", ctx.say(Message("First page")))
    if not ctx.request.value("game"):
        doors = "".join(link_button(f"new?game={one.name}", ctx.say(one.title), kind="door main") for one in games())
        return f'<div class="lobby">{head}<nav class="doors">{doors}</nav></div>'
    rules, decision = game(ctx.request.value("game")), _decision(ctx)
    try:
        form = _form(ctx, rules, decision)
    except CompanionError as error:
        usual = replace(decision, words={PRESET: decision.words.get(PRESET, "")})
        form = _form(replace(ctx, notice=ctx.refusal(error)), rules, usual)
    return f'<div class="lobby new">{head}{form}</div>'


def begin(ctx: Context) -> str:
    """Create the game of the form and return the address to go to; raise ``CompanionError`` for what is refused."""
    ctx.host.create_game(_decision(ctx).move())
    return "game?begun=1" if ctx.host.capabilities.admits_devices else "table"


def _decision(ctx: Context) -> Decision[NewGame]:
    """Return the decision with what the form holds; another variant keeps the names alone."""
    decision = new_game(game(ctx.request.value("game")), lambda text: text.text(ctx.translations))
    words, preset = {name: word for name, word in sent_words(ctx).items() if word}, ctx.request.value(PRESET)
    if preset:
        words = {PRESET: preset, **{name: word for name, word in words.items() if name.startswith(f"{NAME}-")}}
    return decision.with_words(words)


def _form(ctx: Context, rules: AnyGame, decision: Decision[NewGame]) -> str:
    painter = FormPainter(ctx, decision)
    parts = {part: tuple(fields) for part, fields in groupby(decision.fields, lambda one: one.name.partition("-")[0])}
    order = tuple(parts)
    options = [one for part in order[: order.index(NAME)] for one in parts.pop(part)]
    presets = "".join(_presets(ctx, decision, one) for one in options if one.name == PRESET)
    rows = "".join(painter.paint(one) for one in options if one.name != PRESET)
    asked = any(one.name in decision.words for one in options if one.name != PRESET)
    house = f"<details{' open' if asked else ''}><summary>{ctx.say(Message('House rules'))}</summary>{rows}</details>"
    names = (painter.paint(one, f"seat{seat}") for seat, one in enumerate(parts.pop(NAME)))
    players = _fieldset(ctx, Message("Players"), "".join(names))
    setup = "".join(_setup(ctx, label(rules, part), fields, painter) for part, fields in parts.items())
    return (
        f'{render_notice(ctx)}<form method="post" action="new"><input type="hidden" name="game" value="{rules.name}">'
        f"<h2>{ctx.say(rules.title)}</h2>{players}{presets}{house if rows else ''}{setup}"
        f'<button class="main">{ctx.head(decision.text)}</button></form>'
    )


def _setup(ctx: Context, legend: Message, fields: Sequence[Field], painter: FormPainter) -> str:
    """Return a part of the setup; one question needs no heading, and cards to be dealt have a hint."""
    inside, first = "".join(map(painter.paint, fields)), fields[0]
    if isinstance(first, Pick) and EVENLY in first.offered:
        inside += f'<p class="hint">{ctx.say(first.label(EVENLY))}</p>'
    alone = isinstance(first, Pick) and len(fields) == 1
    return f"<fieldset>{inside}</fieldset>" if alone else _fieldset(ctx, legend, inside)


def _fieldset(ctx: Context, legend: Message, inside: str) -> str:
    return f"<fieldset><legend>{ctx.head(legend)}</legend>{inside}</fieldset>"


def _presets(ctx: Context, decision: Decision[NewGame], field: Field) -> str:
    """Return a button for each variant; it keeps the names."""
    assert isinstance(field, Pick), "a variant is one of several"
    now = decision.answers[PRESET]
    buttons = "".join(
        f'<button formmethod="get" formnovalidate name="{PRESET}" value="{one}" '
        f'aria-pressed="{"true" if one == now else "false"}">{ctx.head(field.label(one))}</button>'
        for one in field.offered
    )
    about = field.preview(now)
    described = f'<p class="hint">{ctx.say(about)}</p>' if isinstance(about, Message) else ""
    return (
        f'<input type="hidden" name="{ANSWER}{PRESET}" value="{now}"><fieldset class="presets">'
        f"<legend>{ctx.say(field.text)}</legend>{buttons}</fieldset>{described}"
    )
