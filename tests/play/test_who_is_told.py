"""What a seat is told that it can do, and that whoever is told of a game may fail."""

import json
import random
import sqlite3
from contextlib import closing
from itertools import islice
from pathlib import Path

import pytest

from companion.errors import CompanionError
from companion.games.magnate import Phase, State
from companion.games.magnate.decisions import is_only_sellable
from companion.games.magnate.moves import Move, Sell, legal_plays, possible_cards
from companion.games.registry import games
from companion.journal import Entry, JournalError
from companion.journal.entries import UnwritableJournal
from companion.locale import Message
from companion.play import Change, Source
from companion.play.possible_moves import SeatOptions, refused, seats_asked
from tests.cases import each
from tests.games.chance import KINDS, chance_game
from tests.journal.kept_games import WHY, nothing_more_kept
from tests.play.kept_play import MAGNATE_PLAY, ROLL, SELL, Table, asked, touch


@each("kind", KINDS)
def test_every_listed_move_is_legal_and_says_what_follows(kind: str) -> None:
    game = chance_game(kind, 11)
    chosen, listed = random.Random(kind), 0
    for course, _ in islice(game.courses(), 0, None, 6):
        for seat in range(len(game.kept.names)):
            options = SeatOptions(course, seat, None)
            legal = list(options.legal())
            for move in chosen.sample(legal, min(3, len(legal))):
                assert str(options.possible(move).effect)
                listed += 1
            for question in options.asked():
                assert str(question.text) and all(str(one.effect) for one in question.answers)
            json.dumps([str(one.text) for one in (*options.decisions(seat), *options.decisions(None))])
    assert listed > 20


@each("kind", KINDS)
def test_every_move_that_is_made_is_listed_or_has_a_decision(kind: str) -> None:
    game = chance_game(kind, 5)
    notation = game.rules.notation
    assert notation is not None
    for course, move in islice(game.courses(), 0, None, 3):
        name = next(word for word in notation.move(move).split() if word in notation.patterns)
        seat = getattr(move, "player", None)
        every = [SeatOptions(course, seat, None)] if seat is not None else []
        every = every or [SeatOptions(course, one, None) for one in range(len(game.kept.names))]
        moves = [each for options in every for each in options.legal()]
        decisions = (each for one in every for owner in (one.seat, None) for each in one.decisions(owner))
        made = {name for one in decisions for name in one.makes}
        assert move in moves or name in made or _names_cards(name), notation.move(move)


def _names_cards(name: str) -> bool:
    """A draw may name its cards, and a first bid may be left to the card's rank: the same moves, written longer."""
    return name in ("draw", "offer")


def test_play_waits_for_somebody_until_the_game_is_over() -> None:
    for kind in KINDS:
        game = chance_game(kind, 3)
        for course, move in game.courses():
            assert seats_asked(course), kind
            assert refused(course, move) is None


def test_every_decision_names_moves_of_the_games_notation() -> None:
    patterns = {game.name: game.notation.patterns for game in games() if game.notation is not None}
    for kind in KINDS:
        game = chance_game(kind, 2)
        for course, _ in islice(game.courses(), 0, None, 5):
            for one in game.rules.decisions(course.state, game.kept.names):
                assert one.makes and set(one.makes) <= set(patterns[game.rules.name]), str(one)


@each("kind", ["magnate standard", "magnate courts", "magnate mega"])
def test_a_card_is_pale_on_the_tablet_where_nothing_but_its_sale_is_listed(kind: str) -> None:
    game, pale = chance_game(kind, 6), 0
    for course, _ in islice(game.courses(), 0, None, 9):
        state: State = course.state
        if state.phase is Phase.PLAY:
            for card in possible_cards(state):
                sold = all(isinstance(one.move, Sell) for one in legal_plays(state, state.player, card))
                assert is_only_sellable(state, card) == sold, (card, course.seq)
                pale += sold
    assert pale > 20


def test_what_a_card_would_do_to_its_district_is_told_in_a_few_words() -> None:
    game = chance_game("magnate standard", 4)
    previews = set[str]()
    for course, _ in game.courses():
        for one in list(SeatOptions(course, game.rules.at_turn(course.state), None).moves())[:40]:
            if one.preview is not None:
                previews.add(str(one.preview))
    assert any(text.endswith("wins it") for text in previews)
    assert any("→" in text for text in previews)


class Unplugged(CompanionError):
    """The roller cannot be told."""


def unplugged(_: object = None) -> None:
    raise Unplugged("the roller", Message("was unplugged"))


@pytest.fixture
def failed() -> list[Exception]:
    return []


@pytest.fixture
def heeded(table: Table, failed: list[Exception]) -> MAGNATE_PLAY:
    """A play whose failures somebody hears."""
    return table.opened(failed=failed.append)


def test_a_roller_out_of_reach_changes_no_game(heeded: MAGNATE_PLAY, table: Table, failed: list[Exception]) -> None:
    shown: list[Change[State, Move]] = []
    heeded.subscribe(shown.append)
    kept = heeded.propose(ROLL, source=Source.ROLLER, id="roll-1", acknowledge=unplugged)
    assert isinstance(kept, Entry) and table.journal.entries("g") == (kept,)
    assert (heeded.seq, heeded.state.phase, [change.seq for change in shown]) == (1, Phase.PLAY, [1])
    assert [str(error) for error in failed] == ["the roller: was unplugged"]
    touch(heeded, SELL)
    assert table.opened().state == heeded.state


def test_the_roller_is_told_once_the_game_has_its_roll_and_the_screen_after_it(heeded: MAGNATE_PLAY) -> None:
    calls: list[str] = []
    heeded.subscribe(lambda change: calls.append(f"screen {change.seq}"))
    heeded.propose(ROLL, source=Source.ROLLER, acknowledge=lambda _: calls.append(f"roller {heeded.seq}"))
    assert calls == ["roller 1", "screen 1"]


def test_a_screen_that_fails_keeps_nobody_else_from_hearing(heeded: MAGNATE_PLAY, failed: list[Exception]) -> None:
    shown: list[int] = []
    heeded.subscribe(unplugged)
    heeded.subscribe(lambda change: shown.append(change.seq))
    touch(heeded, ROLL)
    question = asked(heeded.propose(SELL, source=Source.CAMERA, withdrawn=unplugged))
    heeded.dismiss(question.key)
    assert (shown, heeded.seq) == ([1, 1, 1], 1)
    assert len(failed) == 4


def test_where_nobody_hears_failures_they_are_raised_once_all_were_told(play: MAGNATE_PLAY) -> None:
    shown: list[int] = []
    play.subscribe(unplugged)
    play.subscribe(lambda change: shown.append(change.seq))
    with pytest.raises(Unplugged):
        play.propose(ROLL, source=Source.TOUCH)
    assert (shown, play.seq) == ([1], 1)
    with pytest.raises(ExceptionGroup) as several:
        play.propose(SELL, source=Source.ROLLER, acknowledge=unplugged)
    assert len(several.value.exceptions) == 2 and play.seq == 2


@pytest.mark.parametrize("store", ["sqlite"], indirect=True)
def test_who_moves_hears_that_it_was_not_kept(heeded: MAGNATE_PLAY, tmp_path: Path, failed: list[Exception]) -> None:
    refused: list[CompanionError] = []
    answered: list[Entry] = []
    with nothing_more_kept(tmp_path / "games.db"):
        heeded.hand_in(ROLL, source=Source.ROLLER, refused=refused.append, acknowledge=answered.append)
        heeded.attend()
    assert [(type(error).__mro__[1], WHY in str(error)) for error in refused] == [(JournalError, True)]
    assert (answered, failed, heeded.seq) == ([], [], 0)


def test_an_error_in_hearing_the_answer_is_heard_too(heeded: MAGNATE_PLAY, failed: list[Exception]) -> None:
    heeded.hand_in(SELL, source=Source.ROLLER, refused=unplugged)
    heeded.hand_in(ROLL, source=Source.ROLLER, refused=unplugged, acknowledge=unplugged)
    assert heeded.attend() == 2
    assert [type(error) for error in failed] == [Unplugged, Unplugged]
    assert heeded.seq == 1


@pytest.mark.parametrize("store", ["sqlite"], indirect=True)
def test_a_journal_that_refuses_a_move_is_not_asked_for_ever(play: MAGNATE_PLAY, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "games.db")) as other, other:
        taken = ("another", 1, "1", 0, "2026-11-26T20:00:00Z", Source.TOUCH.value, "{}", 1)
        columns = "game, seq, id, base_seq, at, source, move, format"
        other.execute(f"INSERT INTO entries ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", taken)
        other.execute("CREATE UNIQUE INDEX no ON entries (source)")
    with pytest.raises(UnwritableJournal):
        play.propose(ROLL, source=Source.TOUCH)
    assert play.seq == 0
