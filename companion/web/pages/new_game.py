"""The page of a new game: one form for variant, players, house rules and setup."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from random import SystemRandom

from companion.decoding import is_number
from companion.errors import CompanionError
from companion.games.decisions import Decision
from companion.games.fields import Cards, Field, Pick
from companion.games.laying import EVENLY, by_chance, lay, part_of
from companion.games.new_game import NAME, PRESET, NewGame, label, new_game, people_of, rematch_words
from companion.games.registry import AnyGame, game, games
from companion.locale import Message
from companion.web.pages.context import ANSWER, Context, GameContext, sent_words
from companion.web.pages.html import address, icon, link_button
from companion.web.pages.parts import render_lobby
from companion.web.painters.form import FormPainter, laying_of


def rematch_address(ctx: GameContext) -> str:
    """Return the address of the form of a new game, filled in; the seat after the first player begins."""
    rules, game = ctx.course.rules, ctx.course.game
    words = rematch_words(rules, game.options, game.players, rules.at_turn(ctx.course.start))
    return address("new", {"game": rules.name, **{f"{ANSWER}{name}": word for name, word in words.items()}})


def render_new_game(ctx: Context) -> str:
    """Return the choice of a game, or the form of the chosen one."""
    if not ctx.request.value("game"):
        doors = "".join(link_button(f"new?game={one.name}", ctx.say(one.title), kind="door main") for one in games())
        return render_lobby(ctx, Message("New game"), f'<nav class="doors">{doors}</nav>')
    rules, decision = game(ctx.request.value("game")), _decision(ctx)
    try:
        form = _form(ctx, rules, decision)
    except CompanionError as error:
        usual = replace(decision, words={PRESET: decision.words.get(PRESET, "")})
        ctx = replace(ctx, notice=ctx.refusal(error))
        form = _form(ctx, rules, usual)
    return render_lobby(ctx, Message("New game"), form, " new")


def begin(ctx: Context) -> str:
    """Create the game of the form and return the address to go to; raise ``CompanionError`` for what is refused."""
    ctx.host.create_game(_decision(ctx).move())
    return "game?begun=1" if "/game" in ctx.host.own_pages else "table"


def _decision(ctx: Context) -> Decision[NewGame]:
    """Return the decision with what the form holds; another variant keeps the names alone."""
    decision = new_game(game(ctx.request.value("game")), lambda text: text.text(ctx.translations))
    words, preset = {name: word for name, word in sent_words(ctx).items() if word}, ctx.request.value(PRESET)
    if preset:
        words = {PRESET: preset, **{name: word for name, word in words.items() if name.startswith(f"{NAME}-")}}
    return decision.with_words(words)


def _painter(ctx: Context, decision: Decision[NewGame]) -> FormPainter:
    """Return what paints the form, after the tap that the request holds: a deal by chance, or pieces to be swapped."""
    if ctx.request.value("deal"):
        words = by_chance(decision.fields, lambda values: SystemRandom().sample(values, len(values)))
        return FormPainter(ctx, decision.with_words(words))
    part, number = _number(ctx.request.value("swap"))
    fields = [one for one in decision.fields if part_of(one) == part]
    if not fields or not isinstance(fields[0], Cards | Pick):
        return FormPainter(ctx, decision)
    laying = laying_of(fields, decision)
    (first, picked), (second, following) = (_number(ctx.request.value(name)) for name in ("picked", "next"))
    if first == part and picked < laying.places:
        laying = replace(laying, picked=picked)
    if second == part and following < laying.places:
        laying = replace(laying, next=following)
    if number < len(laying.row):
        laying = laying.tapped(number)
    return FormPainter(ctx, decision.with_words(lay(fields, laying.values)), part, laying)


def _number(word: str) -> tuple[str, int]:
    """Return the part and the number of a piece, of which both are sent in one word."""
    part, _, number = word.partition("-")
    return (part, int(number)) if is_number(number) else ("", -1)


def _form(ctx: Context, rules: AnyGame, decision: Decision[NewGame]) -> str:
    painter = _painter(ctx, decision)
    decision = painter.decision
    parts = {part: tuple(fields) for part, fields in groupby(decision.fields, part_of)}
    order = tuple(parts)
    options = [one for part in order[: order.index(NAME)] for one in parts.pop(part)]
    presets = "".join(_presets(ctx, rules, decision, one) for one in options if one.name == PRESET)
    rows = "".join(painter.paint(one) for one in options if one.name != PRESET)
    asked = any(one.name in decision.words for one in options if one.name != PRESET)
    house = f"<details{' open' if asked else ''}><summary>{ctx.say(Message('House rules'))}</summary>{rows}</details>"
    names = (painter.paint(one, f"seat{seat}") for seat, one in enumerate(parts.pop(NAME)))
    players = _fieldset(ctx, Message("Players"), "".join(names))
    setup = "".join(_setup(ctx, label(rules, part), fields, painter) for part, fields in parts.items())
    text = f"{icon('turn')}{ctx.say(Message('Deal for me'))}"
    dealt = f'<button formmethod="get" formnovalidate name="deal" value="yes">{text}</button>' if setup else ""
    return (
        f'<form method="post" action="new"><input type="hidden" name="game" value="{rules.name}">'
        f"<h2>{ctx.say(rules.title)}</h2>{players}{presets}{house if rows else ''}{dealt}{setup}"
        f'<button class="main">{ctx.head(decision.text)}</button></form>'
    )


def _setup(ctx: Context, legend: Message, fields: Sequence[Field], painter: FormPainter) -> str:
    """Return a part of the setup; one question needs no heading, and pieces have a hint what taps do."""
    inside, first = painter.paint_part(fields), fields[0]
    if isinstance(first, Pick) and len(fields) == 1:
        return f"<fieldset>{inside}</fieldset>"
    hint = Message("Tap two to swap them")
    if isinstance(first, Cards):
        hint = Message("From the first player’s left. Lay them so, or tap two to swap them.")
    elif isinstance(first, Pick) and first.seats:
        hint = first.label(EVENLY)
    return _fieldset(ctx, legend, f'<p class="hint">{ctx.say(hint)}</p>{inside}')


def _fieldset(ctx: Context, legend: Message, inside: str) -> str:
    return f"<fieldset><legend>{ctx.head(legend)}</legend>{inside}</fieldset>"


def _presets(ctx: Context, rules: AnyGame, decision: Decision[NewGame], field: Field) -> str:
    """Return a button for each variant; it keeps the names."""
    assert isinstance(field, Pick), "a variant is one of several"
    now = decision.answers[PRESET]
    buttons = "".join(
        f'<button formmethod="get" formnovalidate name="{PRESET}" value="{one}" '
        f'aria-pressed="{"true" if one == now else "false"}">{_people(rules, one)}{ctx.head(field.label(one))}</button>'
        for one in field.offered
    )
    about = field.preview(now)
    described = f'<p class="hint">{ctx.say(about)}</p>' if isinstance(about, Message) else ""
    return (
        f'<input type="hidden" name="{ANSWER}{PRESET}" value="{now}"><fieldset class="presets">'
        f"<legend>{ctx.say(field.text)}</legend>{buttons}</fieldset>{described}"
    )


def _people(rules: AnyGame, preset: str) -> str:
    """Return a pawn in its colour for each person whom a variant is for."""
    pawns = "".join(f'<i class="seat{seat}"></i>' for seat in range(people_of(rules.name, preset)))
    return f'<span class="people-of" aria-hidden="true">{pawns}</span>'
