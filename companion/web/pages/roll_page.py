"""A roll without a game, typed or rolled for the players, and what it brings."""

from __future__ import annotations

from typing import Any

from companion.games.decisions import Decision
from companion.games.fields import Die as DieField
from companion.games.fields import Field
from companion.games.protocol import AnyRolls
from companion.games.registry import DEFAULT_GAME, game
from companion.locale import Message
from companion.pieces import Die, DieKind
from companion.web.pages.context import Context
from companion.web.pages.decisions import decision_query, sent_words
from companion.web.pages.html import action_button, address, icon, link_button, render_cards
from companion.web.pages.registry import find_game_view


def render_roll(ctx: Context) -> str:
    """Return what is still to be typed of the dice that the address names, or what they bring."""
    rolls, decision = _begun(ctx)
    missing = decision.missing
    shown = _effect(ctx, rolls, decision) if missing is None else _ask(ctx, decision, missing)
    able = ctx.host.capabilities.rolls_dice
    roll_for_me = f"{icon('turn')}{ctx.say(Message('Roll for me'))}"
    return f"{shown}{action_button('roll', {}, roll_for_me, kind='main') if able else ''}"


def roll(ctx: Context) -> str:
    """Roll the companion's dice and return the address that shows them."""
    rolls, decision = _begun(ctx)
    for die in ctx.host.roll(rolls.wish(_options())):
        if decision.missing is not None:
            decision = decision.answer(decision.missing.name, die.value)
    return address("roll", decision_query(decision))


def _options() -> Any:
    return game(DEFAULT_GAME).options_from_json({}, "options")


def _begun(ctx: Context) -> tuple[AnyRolls, Decision[Any]]:
    """Return the rolls of the usual game, and the decision with the dice that a request holds."""
    rolls = game(DEFAULT_GAME).rolls
    assert rolls is not None, "the usual game has rolls"
    return rolls, rolls.decision(_options()).with_words(sent_words(ctx))


def _ask(ctx: Context, decision: Decision[Any], field: Field) -> str:
    """Return the faces of the die that is typed next."""
    assert isinstance(field, DieField), "a roll is dice alone"
    links = (
        link_button(address("roll", decision_query(decision.answer(field.name, face))), ctx.head(text))
        for face, text in enumerate(field.faces, 1)
    )
    kind = "numbers" if len(field.faces) > DieKind.D6.faces else "picks"
    return f'<h2>{ctx.say(field.text)}</h2><div class="{kind}">{"".join(links)}</div>'


def _effect(ctx: Context, rolls: AnyRolls, decision: Decision[Any]) -> str:
    """Return the dice with what they bring."""
    kinds = {kind.faces: kind for kind in DieKind}
    cast = tuple(
        Die(kinds[len(one.faces)], decision.answers[one.name]) for one in decision.fields if isinstance(one, DieField)
    )
    shown = " ".join(find_game_view(DEFAULT_GAME).render_die(die, ctx.translations) for die in cast)
    effect = rolls.effect(cast)
    says = "".join(f'<p class="says">{ctx.say(one)}</p>' for one in effect.sentences)
    cards = render_cards(effect.cards, ctx.translations)
    return f'<p class="roll">{shown}</p>{says}{cards}{link_button("roll", ctx.say(Message("Next roll")))}'
