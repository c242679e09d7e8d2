"""What only another player knows changes no byte of a page."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.decisions import Decision
from companion.games.errors import IllegalMove
from companion.games.registry import game
from companion.rolls.source import Source
from companion.web.pages.host import Viewer
from tests.games.answers import filled_in
from tests.web.pages.started import resume
from tests.web.pages.table_host import Device, TableHost

OWNER = 1
PUBLIC = ("tv", "table", "history", "curves", "record", "rules", "put-away", "")
KINDS = ("magnate standard", "sorcerous-futures", "magistratvm")


def keep_secret(host: TableHost, seed: int) -> int:
    """The owner notes, decides and answers at random whatever only this seat may know; returns how much that is."""
    chance, play, kept = random.Random(seed), host.playing, 0
    rules = play.course.rules
    if rules.hand is not None:
        cards = chance.sample([*rules.hand(play.state)], 3)
        owner = Device(host, Viewer(OWNER))
        owner.open(f"seat/{OWNER}?show=hand")
        owner.send(owner.form(("do", "hand")), *(("card", str(card)) for card in cards))
        kept += 1
    for secret in [one for one in rules.decisions(play.state, play.game.names) if one.secret and one.owner == OWNER]:
        play.propose(next(legal(host, secret, chance)), source=Source.PAGE)
        kept += 1
    for sealed in [one for one in play.sealed() if one.seat == OWNER]:
        amount = sealed.amount
        answer = chance.choice(sealed.offers).answer if amount is None else chance.randint(amount.least, amount.most)
        play.seal(OWNER, answer, source=Source.PAGE)
        kept += 1
    return kept


def legal(host: TableHost, secret: Decision[Any], chance: random.Random) -> Iterator[Any]:
    """Moves that a decision makes with answers at random, as far as the rules take them."""
    while True:
        with suppress(IllegalMove):
            move = filled_in(secret, chance).move()
            host.playing.course.rules.apply(host.playing.state, move)
            yield move


def has_secrets(kind: str) -> bool:
    """Whether anything of a game is for one player alone."""
    rules = game(kind.partition(" ")[0])
    return rules.hand is not None or rules.redact_move is not None or rules.unseal is not None


def pages(kind: str, seed: int) -> Mapping[str, str]:
    """Every page that the others can open, by address, in a game whose owner has these secrets."""
    rules = game(kind.partition(" ")[0])
    host = resume(kind, lambda state: rules.unseal is None or bool(rules.sealed(state)))
    assert bool(keep_secret(host, seed)) == has_secrets(kind)
    shown = dict[str, str]()
    for seat in range(len(host.playing.game.names)):
        if seat == OWNER:
            continue
        device = Device(host, Viewer(seat))
        shown[f"{seat}"] = device.open(f"seat/{seat}").main
        for link in [one for one in device.outline.links if one.startswith("seat")][:8]:
            shown[link] = device.open(link).main
    others = Device(host, Viewer(None, is_host=True))
    return shown | {path: others.open(path).main for path in PUBLIC}


SECRETIVE = [kind for kind in KINDS if has_secrets(kind)]


@pytest.mark.parametrize("kind", SECRETIVE)
def test_another_seats_secret_changes_no_byte_of_any_page(kind: str) -> None:
    @settings(max_examples=3, deadline=None)
    @given(one=st.integers(0, 1000), other=st.integers(0, 1000))
    def holds(one: int, other: int) -> None:
        before, after = pages(kind, one), pages(kind, other)
        assert before.keys() == after.keys()
        assert [address for address in before if before[address] != after[address]] == []

    holds()


@pytest.mark.parametrize("kind", SECRETIVE)
def test_the_owners_page_shows_the_secret(kind: str) -> None:
    host = resume(kind, lambda _state: True)
    owner = Device(host, Viewer(OWNER))
    before = [owner.open(f"seat/{OWNER}{sheet}").main for sheet in ("", "?show=hand")]
    keep_secret(host, 1)
    assert [owner.open(f"seat/{OWNER}{sheet}").main for sheet in ("", "?show=hand")] != before
