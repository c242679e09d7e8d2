"""What a camera proposed and the table then told otherwise, before anybody had attended to it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.live.proposals import Gone, ProposalOutcome, Proposals, Waits
from companion.play import Confirm, Policy, Source
from tests.play.kept_play import DRAW, ROLL, SELL, Table, in_file, touch


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(in_file(tmp_path))
    yield table
    table.journal.close()


@pytest.mark.parametrize("policy", [Policy(), Policy({Source.CAMERA: Confirm.AT_ONCE})])
def test_a_proposal_taken_back_before_it_was_attended_to_is_neither_asked_nor_kept(
    table: Table, policy: Policy
) -> None:
    play = table.opened(policy)
    touch(play, ROLL)
    told: list[ProposalOutcome] = []
    proposals = Proposals(play, lambda: "1", told.append)
    proposals.propose((SELL,))
    proposals.withdraw()
    play.attend()
    assert play.seq == 1
    assert not [one for one in play.questions() if one.key.startswith("camera-")]
    assert [type(one) for one in told] == [Gone]


def test_what_is_proposed_instead_is_asked_alone(table: Table) -> None:
    play = table.opened(Policy({Source.CAMERA: Confirm.ASK}))
    touch(play, ROLL, SELL)
    told: list[ProposalOutcome] = []
    ids = iter("12")
    proposals = Proposals(play, lambda: next(ids), told.append)
    proposals.propose((SELL,))
    proposals.propose((DRAW,))
    play.attend()
    assert [type(one) for one in told] == [Gone, Waits]
    assert [one.key for one in play.questions() if one.key.startswith("camera-")] == ["camera-2"]
