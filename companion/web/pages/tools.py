"""The pages of tools, for which no game is kept: token counters, rolls, players and dice."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from typing import Any

from companion.club import tables
from companion.club.dice_figures import describe_rolls, figures_by_source, named_dice
from companion.club.history import Names, Season, list_played_games
from companion.games.decisions import Decision
from companion.games.fields import Die as DieField
from companion.games.fields import Field
from companion.games.protocol import AnyRolls
from companion.games.registry import DEFAULT_GAME, game, game_names
from companion.locale import Message
from companion.pieces import Die, DieKind
from companion.web.pages.context import Context, decision_query, sent_words
from companion.web.pages.html import action_button, address, icon, link_button, render_cards
from companion.web.pages.magnate import tokens_page
from companion.web.pages.registry import find_game_view


def render_players(ctx: Context) -> str:
    """Return the figures of every player and of the dice, over all stored games."""
    stored = ctx.host.overviews()
    played = list_played_games(stored, Season(), Names({}))
    if not played:
        return f"<p>{ctx.say(Message('No saved games yet.'))}</p>"
    means, won = tables.mean_rolls(played), tables.victories(played)
    rows = ""
    for row in sorted(tables.players(played), key=lambda row: (-row.won, -row.games, row.player.casefold())):
        games, ended = tables.describe_games(row)
        more = (tables.describe_victories(won.get(row.player, Counter())), tables.describe_mean(means.get(row.player)))
        lines = "".join(f"<small>{ctx.say(line)}</small>" for line in more if line is not None)
        counted = f"<span>{ctx.say(games)} · {ctx.say(ended)}</span>"
        rows += f'<li class="question"><b>{escape(row.player)}</b>{counted}{lines}</li>'
    known = [one for one in tables.longest_games(played) if one.game in game_names()]
    longest = "".join(f"<p>{ctx.say(tables.describe_length(one))}</p>" for one in known)
    figures = figures_by_source(one.summary.dice for one in reversed(stored) if one.summary is not None)
    dice = "".join(f"<li>{ctx.head(describe_rolls(name, one))}</li>" for name, one in named_dice(figures))
    none = f"<li>{ctx.say(Message('No rolls yet.'))}</li>"
    return (
        f'<ul class="games">{rows}</ul>{longest}'
        f"<h2>{ctx.say(Message('Rolls of all saved games'))}</h2><ul>{dice or none}</ul>"
    )


def render_roll(ctx: Context) -> str:
    """Return what is still to be typed of the dice that the address names, or what they bring."""
    rolls, decision = _begun(ctx)
    missing = decision.missing
    shown = _effect(ctx, rolls, decision) if missing is None else _ask(ctx, decision, missing)
    able = ctx.host.acts_at_once
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


@dataclass(frozen=True, slots=True)
class ToolPage:
    """Its path, its entry in the lobby, and what it shows and does."""

    path: str
    icon: str
    title: Message
    about: Message
    render: Callable[[Context], str]
    """Returns the page below its heading."""
    act: Callable[[Context], str] | None = None
    """Does what the page sends and returns the address to go to; None if it sends nothing."""


TOOL_PAGES = (
    ToolPage(
        "tokens",
        "plus",
        Message("Tokens only"),
        Message("Counters for two to four players"),
        tokens_page.render_tokens_page,
        tokens_page.act,
    ),
    ToolPage("roll", "dice", Message("Dice only"), Message("What each roll brings"), render_roll, roll),
    ToolPage(
        "players", "more", Message("Players and dice"), Message("Games, wins and rolls of all evenings"), render_players
    ),
)
