"""The referee's tables stand as the rules have them, move by move, and it knows nothing of the companion."""

import ast
import pkgutil
from importlib import import_module
from pathlib import Path

import pytest

from companion.games.magistratvm.scoring import score as score_rome
from companion.games.magnate.scoring import score as score_magnate
from companion.games.sorcerous_futures.scoring import score as score_futures
from companion.pieces import DECK, Rank
from companion.pieces.piecepack import TILES
from tests.person import referee
from tests.person.referee import FuturesTable, MagnateExpected, MagnateTable, acts, start
from tests.person.referee.names import card_name, tile_name
from tests.person.same_game import begin, differences, move_of, rules_of

KINDS = [
    *(("magnate", seats) for seats in (2, 3)),
    *(("sorcerous-futures", seats) for seats in (3, 4)),
    *(("magistratvm", seats) for seats in (3, 4)),
]


@pytest.mark.parametrize(("game", "seats"), KINDS)
def test_a_table_stands_as_the_rules_have_it_after_every_move(game: str, seats: int) -> None:
    compare(game, seats, 0)


@pytest.mark.prove("referee")
@pytest.mark.parametrize(("game", "seats"), KINDS)
@pytest.mark.parametrize("seed", range(1, 30))
def test_thirty_tables_stand_as_the_rules_have_them(game: str, seats: int, seed: int) -> None:
    compare(game, seats, seed)


def compare(game: str, seats: int, seed: int) -> None:
    table = start(game, seats, seed)
    state = begin(table)
    assert differences(table, state) == {}
    while not table.over:
        act = table.next_act()
        state = rules_of(table).apply(state, move_of(table, act, state))
        assert differences(table, state) == {}, str(act)
    expected = table.expect()
    if isinstance(table, MagnateTable):
        result = score_magnate(state)
        assert result.districts_won == expected.scores
        assert (() if result.winner is None else (result.winner,)) == expected.winners
        assert result.decided_by.value == table.expect().decided_by
    else:
        worth = score_futures(state) if isinstance(table, FuturesTable) else score_rome(state)
        assert tuple(one.total for one in worth.seats) == expected.scores
        assert tuple(worth.winners) == expected.winners


@pytest.mark.parametrize(("game", "seats"), KINDS)
def test_a_table_is_the_same_again_after_an_undo(game: str, seats: int) -> None:
    table, straight = start(game, seats, 3), start(game, seats, 3)
    for _ in range(60):
        before = table.expect()
        act = table.next_act()
        assert table.undo() == act
        assert table.expect() == before
        assert table.next_act() == act == straight.next_act()
    assert table.expect() == straight.expect()


def test_a_correction_is_counted_from_then_on_and_can_be_undone() -> None:
    table = start("magnate", 2, 1)
    assert isinstance(table, MagnateTable)
    was = table.expect().tokens[1]["M"]
    assert table.correct(1, "M", 11).was == was
    assert table.expect().tokens[1]["M"] == 11
    table.undo()
    assert table.expect().tokens[1]["M"] == was


def test_all_kinds_of_move_occur_in_a_few_games() -> None:
    tables = [start("magnate", 2, 0), start("sorcerous-futures", 3, 0)]
    tables += [start("magistratvm", seats, seed) for seats, seed in ((4, 0), (4, 2), (3, 11))]
    kinds = set[type[acts.Act]]()
    for table in tables:
        while not table.over:
            kinds.add(type(table.next_act()))
    known = {one for one in vars(acts).values() if isinstance(one, type) and issubclass(one, acts.Act)}
    assert known - kinds == {acts.Act, acts.Correct}


@pytest.mark.parametrize("seed", range(4))
def test_a_count_of_tokens_reaches_two_figures(seed: int) -> None:
    table, most = start("magnate", 2, seed), 0
    while most < 10 and not table.over:
        table.next_act()
        expected = table.expect()
        assert isinstance(expected, MagnateExpected)
        most = max(number for purse in expected.tokens for number in purse.values())
    assert most == 10


def test_the_names_on_the_pieces_are_those_of_the_box() -> None:
    printed = [card for card in DECK if card.rank is not Rank.COURT]
    assert [card_name(str(card)) for card in printed] == [card.name for card in printed]
    assert [tile_name(str(tile)) for tile in TILES] == [str(tile.wording()) for tile in TILES]


def test_the_referee_imports_nothing_of_the_companion() -> None:
    for module in pkgutil.iter_modules(referee.__path__, "tests.person.referee."):
        for imported in imports_of(module.name):
            assert not imported.startswith("companion"), (module.name, imported)
            if imported.startswith("tests."):
                assert not any(one.startswith("companion") for one in imports_of(imported)), imported


def imports_of(name: str) -> list[str]:
    tree = ast.parse(Path(str(import_module(name).__file__)).read_text(encoding="utf-8"))
    return [node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module] + [
        alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names
    ]
