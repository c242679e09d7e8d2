"""``companion roller``: which rollers there are, what they say, whether one works, how honest dice are."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from queue import Empty, Queue
from typing import TYPE_CHECKING, Annotated, Any

import typer

from companion.cli.languages import say
from companion.cli.output import print_aside, print_json, print_line
from companion.cli.schemas.versions import stamped
from companion.errors import CompanionError
from companion.locale import Message, Wording

if TYPE_CHECKING:
    from firmware_bridge.conversation import Event
    from firmware_bridge.roller import Changed

roller = typer.Typer(help="The dice roller on a serial line, and how honest dice are.", no_args_is_help=True)

GREETING = 6.0
"""Seconds given to a board to start and greet."""

Port = Annotated[str | None, typer.Option(help="A device, pseudo-terminal or URL; every likely one otherwise.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


class NoRoller(CompanionError):
    """No roller where one was asked for."""


@roller.command("list")
def list_(port: Port = None, as_json: Json = False) -> int:
    """Looks at every likely port for a roller that greets. Exit 1 where there is none."""
    from companion.cli.port_services import chips_without_port, running_services, what_services_do
    from firmware_bridge.port import likely_ports

    services = running_services()
    found = {name: _look(name) for name in ([port] if port is not None else likely_ports())}
    if as_json:
        rows = (_document(name, state, services) for name, state in found.items())
        print_json([stamped("rollers", row) for row in rows], indent=1)
    for name, state in {} if as_json else found.items():
        print_line(say(_found(name, state)))
    if not found and not as_json:
        print_line(say(_NONE))
    greeted = any(state.hello for state in found.values())
    if not greeted and (found or chips_without_port()):
        for sentence in what_services_do(services):
            print_aside(say(sentence))
    return 0 if greeted else 1


def _document(port: str, state: Changed, services: list[str]) -> dict[str, object]:
    from companion.roller import greeting

    if state.hello is not None:
        return {"port": port, "roller": greeting(state.hello), "why": state.why, "services": []}
    return {"port": port, "roller": None, "why": state.why, "services": services}


def _found(port: str, state: Changed) -> Message:
    """What greeted at a port, or why nothing did."""
    from companion.roller import reason, refused

    if (hello := state.hello) is not None:
        values: Wording = {"device": hello.device, "firmware": hello.firmware, "boot": hello.boot}
        return Message("{port}: roller {device}, firmware {firmware}, start {boot}", {"port": port, **values})
    if state.other is not None:
        return Message("{port}: {refused}", {"port": port, "refused": refused(state.other, port)})
    return Message("{port}: no roller ({why})", {"port": port, "why": reason(state.why)})


_NONE = Message(
    "No roller is plugged in: no port has the USB chip of an Uno or Nano. Dice are tapped in, or the app's."
)


def _look(port: str) -> Changed:
    from firmware_bridge.roller import Changed, Roller, Status

    heard: Queue[Changed | Event] = Queue()
    with Roller(heard.put, port) as line:
        end = time.monotonic() + GREETING
        while (left := end - time.monotonic()) > 0:
            try:
                event = heard.get(timeout=left)
            except Empty:
                break
            if isinstance(event, Changed) and (event.hello is not None or event.status is Status.ABSENT):
                break
        return line.state


@roller.command()
def watch(
    port: Port = None,
    seconds: Annotated[float | None, typer.Option(help="Stop by itself after so long.")] = None,
    as_json: Json = False,
) -> int:
    """Follows the roller, one line an event, until Ctrl-C. No game waits here: a press shows "not now"."""
    from companion.roller import ConnectedRoller

    events: Queue[dict[str, object]] = Queue()
    end = None if seconds is None else time.monotonic() + seconds
    with ConnectedRoller(
        lambda _: False,
        lambda told: events.put({"event": "notice", "text": say(told)}),
        port=port,
        changed=lambda now: events.put({"event": "status", **_status(now)}),
    ) as connected:
        events.put({"event": "status", **_status(connected.state)})
        if not as_json:
            print_line(say(_awaited(port)), flush=True)
        while end is None or time.monotonic() < end:
            try:
                event = events.get(timeout=None if end is None else max(0.0, end - time.monotonic()))
            except (Empty, KeyboardInterrupt):
                break
            if as_json:
                print_json(stamped("roller-event", event))
            elif event["event"] == "notice":
                print_line(str(event["text"]), flush=True)
    return 0


def _awaited(port: str | None) -> Message:
    """What is said at once, for a roller may be silent for as long as nobody touches it."""
    if port is not None:
        return Message("Waiting for a roller on {port}; Ctrl-C ends.", {"port": port})
    return Message("Waiting for a roller to be plugged in, and for what it says; Ctrl-C ends.")


def _status(now: Changed) -> dict[str, object]:
    from companion.roller import greeting

    roller = greeting(now.hello) if now.hello is not None else None
    return {"status": now.status.value, "port": now.port, "why": now.why, "roller": roller}


@roller.command()
def test(
    port: Port = None,
    rolls: Annotated[int, typer.Option(min=1, help="How many rolls to ask for.")] = 100,
    button: Annotated[bool, typer.Option(help="Ask for a press of the button too.")] = True,
    as_json: Json = False,
) -> int:
    """Checks a roller that was just built: greeting, rolls, times, button. Its rolls count in no game."""
    from companion.roller import refused
    from firmware_bridge.port import likely_ports
    from firmware_bridge.trials.line import check

    if port is None and not likely_ports():
        raise NoRoller(Message("the roller"), Message("none is plugged in"), Message("plug it in, or name its --port"))
    checked = check(port, rolls, button, lambda: print_aside(say(Message("Press the roller's button now."))))
    if checked.state is not None and checked.state.other is not None:
        print_aside(say(refused(checked.state.other, checked.state.port or "?")))
    document = checked.to_json()
    if as_json:
        print_json(stamped("roller-test", document), indent=1)
    else:
        for line in _checked(document):
            print_line(say(line))
    return 0 if checked.passed else 1


def _checked(document: dict[str, Any]) -> Iterator[Message]:
    """What a check found, a line each."""
    for name, what in _CHECKED.items():
        yield Message("{what}: {told}", {"what": what, "told": _told(document[name])})


def _told(value: object) -> Message | str:
    match value:
        case None:
            return "–"
        case bool():
            return Message("yes") if value else Message("no")
        case dict():
            return _series(value)
    return str(value)


def _series(rolls: dict[str, Any]) -> Message:
    if rolls["median_ms"] is None:
        return Message("{delivered} of {asked} came", rolls)
    return Message("{delivered} of {asked} came, {distinct} of them distinct, in {median_ms} to {worst_ms} ms", rolls)


_CHECKED = {
    "roller": Message("roller"),
    "start": Message("start"),
    "firmware": Message("firmware"),
    "rolls": Message("rolls"),
    "button": Message("button"),
    "passed": Message("passed"),
}


@roller.command()
def stats(
    context: typer.Context,
    source: Annotated[str | None, typer.Option(help="Only this one: touch, app, camera, roller or file.")] = None,
    game: Annotated[str | None, typer.Option(help="Only this game.")] = None,
    fresh: Annotated[int, typer.Option(min=0, help="Roll the app's dice so often now, instead of reading games.")] = 0,
    export: Annotated[Path | None, typer.Option(help="Write every roll to this CSV file.")] = None,
    as_json: Json = False,
) -> int:
    """How often each face came, from every source, and whether fair dice would do so. Exit 1 where some are suspect."""
    from companion.cli.dice_table import as_csv, fresh_rolls, kept_rolls, show, summary
    from companion.cli.roll import rolls_of
    from companion.files import write
    from companion.games.registry import DEFAULT_GAME
    from companion.rolls.honesty import Fairness

    if fresh:
        usual = rolls_of(DEFAULT_GAME, DEFAULT_GAME)
        rolls = fresh_rolls(usual.alone(usual.options()), fresh)
    else:
        rolls = kept_rolls(context.obj.ensure_exists(), game)
    if source is not None:
        rolls = [thrown for thrown in rolls if thrown.source == source]
    figures = summary(rolls)
    if export is not None:
        write(export, as_csv(rolls).encode(), own=context.obj.own)
    if as_json:
        print_json([stamped("roller-stats", each.to_json()) for each in figures], indent=1)
    else:
        show(figures)
    return 1 if any(dice.verdict is Fairness.SUSPECT for each in figures for dice in each.dice) else 0
