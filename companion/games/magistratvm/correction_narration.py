"""Sentences about corrections."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.gold_amount import gold_amount
from companion.games.magistratvm import facts as f
from companion.games.magistratvm.phase_names import PHASE_NAMES
from companion.locale import Message, Wording, listed


def set_right(facts: Sequence[f.Fact], names: Sequence[str]) -> Message:
    """Describe all facts in one sentence."""
    return Message("corrected: {facts}", {"facts": listed([_fact(fact, names) for fact in facts])})


def _fact(fact: f.Fact, names: Sequence[str]) -> Message:  # noqa: PLR0911 - one line a kind of fact
    match fact:
        case f.GoldFact(player, _, now):
            return Message("{name} has {gold}", {"name": names[player], "gold": gold_amount(now)})
        case f.ProvinceGoldFact(tile, _, now):
            return Message("{gold} lies on {tile}", {"gold": gold_amount(now), "tile": tile.wording()})
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
    return _fact_about_turn(fact, names)


def _fact_about_turn(fact: f.Fact, names: Sequence[str]) -> Message:  # noqa: PLR0911 - one line a kind of fact
    match fact:
        case f.WonFact(tile, _, None):
            return Message("nobody has won {tile}", {"tile": tile.wording()})
        case f.WonFact(tile, _, int(now)):
            return Message("{name} has won {tile}", {"name": names[now], "tile": tile.wording()})
        case f.DiscardedFact(_, now):
            return Message(
                "discarded: {tiles}", {"tiles": listed([tile.wording() for tile in now]) if now else Message("nothing")}
            )
        case f.FaceDownFact(_, now):
            return Message("{n} tile lies face down", {"n": now}, "{n} tiles lie face down", "n")
        case f.PrefectFact(_, now):
            return Message("{name} is Prefect", {"name": names[now]})
        case f.PrefectGoldFact(_, now):
            return Message("{gold} lies on the Prefect's space", {"gold": gold_amount(now)})
        case f.PassesFact(_, now):
            return Message("{n} has passed in a row", {"n": now}, "{n} have passed in a row", "n")
        case f.PhaseFact(_, now):
            return Message("phase: {phase}", {"phase": PHASE_NAMES[now.value]})
    raise AssertionError("every kind of fact has a sentence")


def _rival(one: f.Rival, names: Sequence[str]) -> Message:
    if one.active:
        return Message("{name} (active)", {"name": names[one.player]})
    return Message("{name} (inactive)", {"name": names[one.player]})
