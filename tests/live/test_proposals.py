"""What a camera proposes, and what becomes of it when the table then shows something else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games.magnate.moves import Sell
from companion.live.proposals import Closed, ProposalOutcome, Proposals, Taken, Waits
from companion.pieces import Card
from companion.play import Confirm, Policy, Source
from tests.play.kept_play import ROLL, SELL, Table, in_file, touch


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(in_file(tmp_path))
    yield table
    table.journal.close()


def test_a_proposal_withdrawn_is_neither_asked_nor_kept(table: Table) -> None:
    play = table.opened(Policy())
    touch(play, ROLL)
    outcomes: list[ProposalOutcome] = []
    proposals = Proposals(play, lambda: "1", outcomes.append)
    proposals.propose((SELL,))
    proposals.withdraw()
    assert play.seq == 1
    assert not [one for one in play.questions() if one.key.startswith("camera-")]
    assert [type(one) for one in outcomes] == [Waits, Closed]


def test_what_counts_at_once_is_kept_before_the_table_shows_something_else(table: Table) -> None:
    play = table.opened(Policy({Source.CAMERA: Confirm.AT_ONCE}))
    touch(play, ROLL)
    outcomes: list[ProposalOutcome] = []
    proposals = Proposals(play, lambda: "1", outcomes.append)
    play.subscribe(proposals.on_change)
    proposals.propose((SELL,))
    proposals.withdraw()
    assert play.seq == 2
    assert [type(one) for one in outcomes] == [Taken]


def test_what_is_proposed_instead_is_asked_alone(table: Table) -> None:
    play = table.opened(Policy({Source.CAMERA: Confirm.ASK}))
    touch(play, ROLL)
    outcomes: list[ProposalOutcome] = []
    ids = iter("12")
    proposals = Proposals(play, lambda: next(ids), outcomes.append)
    proposals.propose((SELL,))
    proposals.propose((Sell(0, Card.parse("4MS")),))
    assert [type(one) for one in outcomes] == [Waits, Closed, Waits]
    assert [one.key for one in play.questions() if one.key.startswith("camera-")] == ["camera-2"]
