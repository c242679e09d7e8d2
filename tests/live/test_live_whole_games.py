"""Whole games go by looking at the table and tapping, and the page about live events tells the truth."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.cli.schemas.versions import stamp
from companion.games import declared
from companion.games.magnate import State, preset
from companion.games.magnate.moves import AddToDeed, Draw, EndTurn, Move, PreferDeedIncome, Roll, TakeDeedIncome
from companion.games.magnate.options import Options
from companion.live import events
from companion.live.events import Asked, Disagreed, LiveEvent, Proposed, RollDetected, RollFate
from companion.locale import Message
from companion.pieces import Card, Tokens
from companion.play import Source
from companion.play.play import ASKING
from companion.table.camera_events import Advised, Back, Lost
from tests.cli.printed import faults
from tests.games.random_play import RandomGame
from tests.journal.kept_games import nothing_more_kept
from tests.live.watched_game import AT_ONCE, SETUP, Watched, after, begun
from tests.table.magnate.test_difference import alike, shows, unseen_twin

PAGE = Path(__file__).resolve().parents[2] / "docs" / "live-events.md"


def example() -> list[dict[str, Any]]:
    page = PAGE.read_text(encoding="utf-8")
    return [json.loads(line) for line in page.split("```json\n")[1].split("\n```")[0].splitlines()]


def played(folder: Path) -> list[LiveEvent]:
    """The game of the example."""
    table = begun(folder, replace(SETUP, tokens=(Tokens.parse("M3S2L1K1"), Tokens.parse("W1L1Y1"))))
    table.roll(9, 2)
    table.live.confirm(str(table.last(RollDetected).id))
    table.show(after(table.state, "4MS@0"))
    table.live.answer(table.last(Asked).key, "0")
    table.show(after(table.state, "9LK@4"))
    table.live.check()
    table.show(table.state)
    for event in (Lost(Message("unplugged")), Back(), Advised(Message("more light"))):
        table.live.receive("g", event)
    table.live.attend()
    return table.events


def played_on_a_full_disk(folder: Path) -> list[LiveEvent]:
    """A roll that the journal cannot take."""
    folder.mkdir()
    table = begun(folder, asks=AT_ONCE)
    table.throw((9, 2))
    with nothing_more_kept(folder / "games.db"):
        table.rest()
    return table.events


def test_the_worked_example_is_what_such_a_table_tells(tmp_path: Path) -> None:
    documents = [stamp("event", event.to_json()) for event in played(tmp_path)]
    quiet = {"changed", "settled", "source lost", "source back", "advice"}
    exact = [event for event in documents if event["event"] not in quiet]
    shown = [event for event in example() if event["event"] not in quiet]
    for event in (*exact, *shown):
        event.pop("region", None)
        if "id" in event:
            event["id"] = event["id"].split("-")[0]
    assert exact == shown
    assert [faults("event", event) for event in example()] == [[]] * len(example())


def test_the_page_names_every_event_and_every_field(tmp_path: Path) -> None:
    page = PAGE.read_text(encoding="utf-8")
    documents = [event.to_json() for event in (*played(tmp_path), *played_on_a_full_disk(tmp_path / "full"))]
    assert [fault for event in documents for fault in faults("event", stamp("event", event))] == []
    kinds = {event["event"] for event in documents}
    assert len(kinds) == len(events.LiveEvent.__args__)
    assert all(f"`{kind}`" in page for kind in kinds)
    assert all(f"`{fate.value}`" in page for fate in RollFate)
    fields = {name for event in documents for name in event} - {"event"}
    fields |= {name for event in documents for choice in event.get("choices", ()) for name in choice}
    assert all(f"`{name}`" in page for name in fields), [name for name in fields if f"`{name}`" not in page]


def test_the_example_has_the_fields_of_real_events(tmp_path: Path) -> None:
    real = {event["event"]: set(event) for event in (stamp("event", one.to_json()) for one in played(tmp_path))}
    assert all(set(event) == real[event["event"]] for event in example())


@pytest.mark.parametrize(
    ("options", "asks"),
    [(preset("standard"), ASKING), (preset("mega"), AT_ONCE), (preset("solo"), ASKING), (preset("courts"), AT_ONCE)],
    ids=["standard, confirmed", "mega, at once", "solo, confirmed", "with Courts, at once"],
)
def test_a_game_goes_by_looking_and_tapping(tmp_path: Path, options: Options, asks: frozenset[Source]) -> None:
    game = RandomGame(options, 6)
    table = Watched(tmp_path, game.setup, options, asks)
    table.show(game.state)
    moves = 0
    while not game.state.over and moves < (40 if options.decks == 2 else 60):
        before, known = game.state, list(game.discards)
        move = game.step()
        moves += 1
        table.lay(game.state, game.discards)
        was_proposed = follow(table, before, move, game.state, known)
        if not was_proposed and not isinstance(move, Draw | EndTurn):
            table.play.propose(journaled(table, move), source=Source.TOUCH)
            table.live.attend()
        if not isinstance(move, Draw | EndTurn):
            assert table.state.tokens == game.state.tokens, move
    assert not table.all(Disagreed)
    sources = [entry.source for entry in table.journal.entries("g")]
    assert sources.count("camera") > moves // 2
    table.journal.close()


def follow(table: Watched, before: State, move: Move, now: State, known: list[Card]) -> bool:
    """Lets the eye see what the players did, and taps; whether the game has it now."""
    if isinstance(move, Roll):
        table.throw(move.dice, move.tax_dice)
    events = table.rest()
    if isinstance(move, Roll):
        for event in events:
            if isinstance(event, Proposed) and event.seq is None:
                assert isinstance(event.move, Draw | EndTurn)
                table.live.confirm(event.id)
        roll = table.last(RollDetected)
        if roll.fate is RollFate.ASKED:
            table.live.confirm(str(roll.id))
        return True
    if not shows(before, move, now) or unseen_twin(move, known):
        return False
    last = next(event for event in reversed(events) if isinstance(event, Proposed | Asked))
    if isinstance(last, Proposed):
        assert alike(last.move, move), (last.move, move)
        if last.seq is None:
            table.live.confirm(last.id)
        return True
    answer = next(one.answer for one in last.choices if isinstance(one.move, declared.Move) and alike(one.move, move))
    table.live.answer(last.key, answer)
    return True


def journaled(table: Watched, move: Move) -> Move:
    """The move with the copy of its deed's card that this journal has."""
    if isinstance(move, AddToDeed | TakeDeedIncome | PreferDeedIncome):
        held = [deed.card for _, deed in table.state.deeds(move.player) if deed.card.kind == move.card.kind]
        return replace(move, card=held[0])
    return move
