"""The demonstration: hidden cards drawn as a table does it, players by the rules, and the bundled game."""

from itertools import chain
from pathlib import Path

from companion.demo import bundled
from companion.demo.whole_game import Deal, seeded_game
from companion.games.magnate import preset
from companion.games.magnate.moves import Develop, Draw, EndTurn, Move, Roll, Sell
from companion.games.magnate.options import PRESETS
from companion.games.magnate.scoring import score
from companion.games.magnate.state import State
from companion.journal import Journal
from companion.journal.records.record import write_record
from tests.cases import each


def test_a_draw_that_fails_leaves_the_hand_as_it_was_and_a_card_sold_before_it_is_drawn_again() -> None:
    deal = Deal.from_seed(1, preset("standard"))
    deal.pile, hand = [], list(deal.hands[0])
    deal.follow(Draw(0))
    assert deal.hands[0] == hand
    deal.follow(Sell(0, hand[0]))
    deal.follow(Draw(0))
    assert (sorted(map(str, deal.hands[0])), deal.pile, deal.discards) == (sorted(map(str, hand)), [], [])


def test_the_bundled_game_is_the_one_its_seed_makes(tmp_path: Path) -> None:
    with Journal.open(f"sqlite:///{tmp_path}/games.db") as journal:
        play = bundled.create_game(journal, Deal.from_seed(bundled.SEED, bundled.OPTIONS))
        assert play.state.over
        assert write_record(play.game, journal.entries("demo")) == bundled.record().read_text(encoding="utf-8")


STANDARD = PRESETS["standard"]


def played(seed: int) -> list[tuple[Move, State]]:
    return list(seeded_game(seed, STANDARD))


@each("seed", range(20))
def test_a_game_of_patient_players_ends_as_rule_B36_says(seed: int) -> None:
    game = played(seed)
    moves = [move for move, _ in game]
    assert game[-1][1].over
    assert sum(isinstance(move, EndTurn) for move in moves) == 2
    drawn = sum(isinstance(move, Draw) for move in moves)
    assert drawn >= 24
    assert sum(isinstance(move, Roll) for move in moves) == drawn + 2


@each("preset", ["three-players", "mega", "solo", "solo-hard", "courts"])
def test_patient_players_end_every_kind_of_game(preset: str) -> None:
    for seed in range(3):
        *_, (_, end) = seeded_game(seed, PRESETS[preset])
        assert end.over


def test_patient_players_build_something_worth_scoring() -> None:
    ends = [played(seed)[-1][1] for seed in range(20)]
    assert all(sum(side.total for side in district.sides) for end in ends for district in score(end).districts[:1])
    assert sum(score(end).decided_by.value == "districts" for end in ends) > 10


def test_the_same_seed_plays_the_same_game() -> None:
    assert played(3) == played(3) != played(4)


def test_a_deal_holds_every_card_once() -> None:
    deal = Deal.from_seed(0, STANDARD)
    cards = [*deal.setup.districts, *chain(*deal.setup.crowns), *chain(*deal.hands), *deal.pile]
    assert len(cards) == len(set(cards)) == 45 - 4
    assert [len(hand) for hand in deal.hands] == [3, 3] and len(deal.pile) == 24


def test_a_developed_card_leaves_the_hand_for_the_table() -> None:
    for move, state in played(0):
        if isinstance(move, Develop):
            column = state.column(move.player, move.district)
            assert column is not None and move.card in column.properties
