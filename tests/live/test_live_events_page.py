"""The page about live events tells the truth."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.cli.schemas.versions import stamp
from companion.live import events
from companion.live.events import Asked, LiveEvent, RollDetected, RollFate
from companion.locale import Message
from companion.pieces import Tokens
from companion.table.camera_events import Advised, Back, Lost
from tests.cli.printed import faults
from tests.journal.kept_games import nothing_more_kept
from tests.live.watched_game import AT_ONCE, SETUP, after, begun

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
    table = begun(folder, policy=AT_ONCE)
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
