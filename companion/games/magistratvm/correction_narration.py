"""Sentences about corrections."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.magistratvm import facts as f
from companion.locale import Message, Wording, listed


def set_right(facts: Sequence[f.Fact], names: Sequence[str]) -> Message:
    """Describe all facts in one sentence."""
    return Message("set right: {facts}", {"facts": listed([_fact(fact, names) for fact in facts])})


def _fact(fact: f.Fact, names: Sequence[str]) -> Message:  # noqa: PLR0911 - one line a kind of fact
    match fact:
        case f.GoldFact(player, _, now):
            return Message("{name} has {gold} gold", {"name": names[player], "gold": now})
        case f.ProvinceGoldFact(tile, _, now):
            return Message("{gold} gold lies on {tile}", {"gold": now, "tile": tile.wording()})
        case f.DieFact(player, _, now):
            return Message("{name}'s Income die shows {n}", {"name": names[player], "n": now})
        case f.TokensFact(tile, player, _, now):
            values: Wording = {"name": names[player], "n": now, "tile": tile.wording()}
            return Message("{name} has {n} at {tile}", values)
        case f.MagistratesFact(office, _, now):
            there = listed([_rival(one, names) for one in now]) if now else Message("nobody")
            return Message("{office}: {who}", {"office": office.wording(), "who": there})
        case f.GovernorFact(tile, _, now):
            sentence = Message("{tile} has a Governor", {"tile": tile.wording()})
            return sentence if now else Message("{tile} has no Governor", {"tile": tile.wording()})
        case f.TileFact(_, was, now):
            return Message("{tile} lies there, not {other}", {"tile": now.wording(), "other": was.wording()})
        case f.TurnFact(_, now):
            return Message("{name} acts next", {"name": names[now]})


def _rival(one: f.Rival, names: Sequence[str]) -> Message:
    if one.active:
        return Message("{name} at 12 o'clock", {"name": names[one.player]})
    return Message("{name} at 3 o'clock", {"name": names[one.player]})
