"""What became of dice as a camera saw them: short recordings in ``recordings/``, each named after what happened.

A line of a recording is a step: ``settled`` with the time in seconds and the dice seen, ``still`` with the time,
``changed``, ``moved_area``, ``unseen``, ``await_roll``; and ``told``, for each piece of news after the step before it.
``made`` says where the looks come from: recorded while a staged film was followed, or written down for a test.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.games.magnate import Options
from companion.games.magnate.wish import wish
from companion.locale import Message
from companion.pieces import DieKind
from companion.rolls import dice_watch
from companion.rolls.stages import CountedRoll, DiceEvent, QuestionDropped, QuestionRaised, UnawaitedThrow, Watch
from companion.table.camera_events import AreaMoved, CameraEvent, Changed, Lost, Settled, Still
from companion.table.sightings import DieSighting, Sightings
from tests.cases import each

RECORDINGS = sorted((Path(__file__).parent / "recordings").glob("*.json"))


def die(document: dict[str, Any]) -> DieSighting:
    reads = tuple((value, share) for value, share in document["reads"])
    x, y = document["at"]
    return DieSighting(
        DieKind(document["kind"]), (x, y), reads, document["sure"], document["across"], document.get("track")
    )


def describe(news: DiceEvent) -> str:
    """News in a few words."""
    match news:
        case CountedRoll(cast, _, again):
            return " ".join(["counts", *(f"{one.kind}:{one.value}" for one in cast), *(["to be confirmed"] * again)])
        case UnawaitedThrow(dice):
            return " ".join(["not now", *map(str, dice)])
        case QuestionRaised(question):
            return f"asks {question.kind}"
        case QuestionDropped(question):
            return f"asks no more {question.kind}"
        case hint:
            return f"says {hint.text}"


EVENTS: dict[str, Callable[..., CameraEvent]] = {
    "settled": lambda at, dice: Settled(Sightings(0, 0, dice=tuple(map(die, dice))), at, 0),
    "still": Still,
    "changed": lambda: Changed((0, 0, 0, 0)),
    "moved_area": AreaMoved,
    "unseen": lambda: Lost(Message("")),
}


def step(watch: Watch, name: str, *arguments: Any) -> tuple[Watch, tuple[DiceEvent, ...]]:
    if name == "await_roll":
        return dice_watch.await_roll(watch, wish(Options())), ()
    return dice_watch.observe(watch, EVENTS[name](*arguments))


@each("recording", RECORDINGS, ids=lambda path: path.stem)
def test_as_recorded(recording: Path) -> None:
    watch, described, expected = Watch(), [], []
    at: list[Any] = []
    for line in json.loads(recording.read_text(encoding="utf8"))["steps"]:
        if line[0] == "told":
            expected.append((at, line[1]))
        else:
            at = line
            watch, news = step(watch, *line)
            described += [(at, describe(one)) for one in news]
    assert described == expected
