"""What a camera proposes, and what becomes of it when the table then shows something else."""

from __future__ import annotations

from pathlib import Path

from companion.games.magnate.moves import Sell
from companion.live.proposals import Closed, ProposalOutcome, Proposals, Taken, Waits
from companion.pieces import Card
from companion.play import Confirm, Policy, Source
from tests.cases import each
from tests.play.kept_play import MAGNATE_PLAY, ROLL, SELL, Table, in_file, touch


def proposing(folder: Path, confirm: Confirm) -> tuple[MAGNATE_PLAY, Proposals, list[ProposalOutcome]]:
    """A game that waits for a card, the camera's proposals to it, and what becomes of them."""
    play = Table(in_file(folder)).opened(Policy({Source.CAMERA: confirm}))
    touch(play, ROLL)
    outcomes: list[ProposalOutcome] = []
    proposals = Proposals(play, iter("12").__next__, outcomes.append)
    play.subscribe(proposals.on_change)
    return play, proposals, outcomes


@each("confirm, seq, kinds", [(Confirm.ASK, 1, [Waits, Closed]), (Confirm.AT_ONCE, 2, [Taken])])
def test_a_proposal_withdrawn_is_neither_asked_nor_kept_unless_it_counted_at_once(
    tmp_path: Path, confirm: Confirm, seq: int, kinds: list[type]
) -> None:
    (tmp_path / confirm.value).mkdir()
    play, proposals, outcomes = proposing(tmp_path / confirm.value, confirm)
    proposals.propose((SELL,))
    proposals.withdraw()
    assert (play.seq, play.questions()) == (seq, ())
    assert [type(one) for one in outcomes] == kinds


def test_what_is_proposed_instead_is_asked_alone(tmp_path: Path) -> None:
    play, proposals, outcomes = proposing(tmp_path, Confirm.ASK)
    proposals.propose((SELL,))
    proposals.propose((Sell(0, Card.parse("4MS")),))
    assert [type(one) for one in outcomes] == [Waits, Closed, Waits]
    assert [one.key for one in play.questions()] == ["camera-2"]
