"""Everybody who played here, and whether the dice seem fair."""

from __future__ import annotations

from collections import Counter
from html import escape

from companion.club import tables
from companion.club.descriptions import describe_games, describe_length, describe_mean, describe_victories
from companion.club.dice_figures import describe_rolls, figures_by_source, named_dice
from companion.club.history import Names, Season, list_played_games
from companion.club.statistics import longest_games, mean_rolls, victories
from companion.games.registry import game_names
from companion.locale import Message
from companion.web.pages.context import Context


def render_players(ctx: Context) -> str:
    """Return the figures of every player and of the dice, over all stored games."""
    stored = ctx.host.overviews()
    played = list_played_games(stored, Season(), Names({}))
    if not played:
        return f"<p>{ctx.say(Message('No saved games yet.'))}</p>"
    means, won = mean_rolls(played), victories(played)
    rows = ""
    for row in sorted(tables.players(played), key=lambda row: (-row.won, -row.games, row.player.casefold())):
        games, ended = describe_games(row)
        more = (describe_victories(won.get(row.player, Counter())), describe_mean(means.get(row.player)))
        lines = "".join(f"<small>{ctx.say(line)}</small>" for line in more if line is not None)
        counted = f"<span>{ctx.say(games)} · {ctx.say(ended)}</span>"
        rows += f'<li class="question"><b>{escape(row.player)}</b>{counted}{lines}</li>'
    longest = "".join(f"<p>{ctx.say(describe_length(one))}</p>" for one in longest_games(played) if _is_known(one.game))
    figures = figures_by_source(one.summary.dice for one in reversed(stored) if one.summary is not None)
    dice = "".join(f"<li>{ctx.head(describe_rolls(name, one))}</li>" for name, one in named_dice(figures))
    none = f"<li>{ctx.say(Message('No rolls yet.'))}</li>"
    return (
        f'<ul class="games">{rows}</ul>{longest}'
        f"<h2>{ctx.say(Message('Rolls of all saved games'))}</h2><ul>{dice or none}</ul>"
    )


def _is_known(game: str) -> bool:
    return game in game_names()
