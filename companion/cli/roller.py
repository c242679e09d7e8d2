"""``companion roller``: finding and testing dice rollers, and statistics of all dice."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from queue import Queue
from typing import TYPE_CHECKING, Annotated, Any

import typer

from companion.cli.dice_table import count_rolls, format_csv, print_histograms, read_rolls, roll_app_dice, summarize
from companion.cli.options import AsAnyJson, OptionalGame
from companion.cli.output import (
    OUTPUT,
    check_output,
    print_json,
    print_line,
    print_result,
    print_to_stderr,
    translate,
    write_output,
)
from companion.cli.port_services import chips_without_port, describe_services, running_services
from companion.cli.roll import usual_wish
from companion.cli.roll_wait import until
from companion.errors import CompanionError
from companion.games.field_types import YES_NO
from companion.locale import Message, Wording
from companion.roller import ConnectedRoller, firmware_message, greeting_document, reason_message
from companion.rolls.honesty import Fairness
from firmware_bridge.port import likely_ports
from firmware_bridge.roller import Changed, Roller, Status
from firmware_bridge.trials.line import check

if TYPE_CHECKING:
    from firmware_bridge.conversation import Event

app = typer.Typer(help="Use the dice roller on a serial port, and test whether dice are fair.", no_args_is_help=True)

GREETING_TIMEOUT = 6.0
"""Seconds to wait for a board to start and greet."""

Port = Annotated[str | None, typer.Option(help="A device, pseudo-terminal or URL. Default: search all ports.")]


class NoRoller(CompanionError):
    """No roller is plugged in."""


@app.command("list")
def list_rollers(port: Port = None, as_json: AsAnyJson = False) -> int:
    """Search the serial ports for a dice roller. Exit status 1: none found."""
    services = running_services()
    found = {name: _probe(name) for name in ([port] if port is not None else likely_ports())}
    none = Message(
        "No dice roller connected: no port has the USB chip of an Arduino Uno "
        "or Nano. Enter the dice by hand, or use the app's."
    )
    rows = [_document(name, state, services) for name, state in found.items()]
    lines = [_describe(name, state) for name, state in found.items()]
    print_result("rollers", rows, as_json, *(lines or [none]), indent=1)
    greeted = any(state.hello for state in found.values())
    if not greeted and (found or chips_without_port()):
        for sentence in describe_services(services):
            print_to_stderr(sentence)
    return 0 if greeted else 1


def _document(port: str, state: Changed, services: list[str]) -> dict[str, object]:
    greeting = _greeting(state)
    return {"port": port, "roller": greeting, "why": state.why, "services": [] if greeting else services}


def _greeting(state: Changed) -> dict[str, object] | None:
    return None if state.hello is None else greeting_document(state.hello)


def _describe(port: str, state: Changed) -> Message:
    """Return which roller greeted at a port, or why none did."""
    if (hello := state.hello) is not None:
        values: Wording = {"device": hello.device, "firmware": hello.firmware, "boot": hello.boot}
        return Message("{port}: roller {device}, firmware {firmware}, start {boot}", {"port": port, **values})
    if state.other is not None:
        return Message("{port}: {refused}", {"port": port, "refused": firmware_message(state.other, port)})
    return Message("{port}: no roller ({why})", {"port": port, "why": reason_message(state.why)})


def _probe(port: str) -> Changed:
    events: Queue[Changed | Event] = Queue()
    with Roller(events.put, port) as line:
        for event in until(events, GREETING_TIMEOUT):
            if isinstance(event, Changed) and (event.hello is not None or event.status is Status.ABSENT):
                break
        return line.state


@app.command()
def watch(
    port: Port = None,
    seconds: Annotated[float | None, typer.Option(help="Stop after this many seconds.")] = None,
    as_json: AsAnyJson = False,
) -> int:
    """Print the roller's events, one per line, until Ctrl-C. Rolls count in no game."""
    events: Queue[dict[str, object]] = Queue()
    connected = ConnectedRoller(
        lambda _: False,
        lambda notice: events.put({"event": "notice", "text": translate(notice)}),
        port=port,
        changed=lambda now: events.put({"event": "status", **_status(now)}),
    )
    with suppress(KeyboardInterrupt), connected:
        events.put({"event": "status", **_status(connected.state)})
        if not as_json:
            print_line(_waiting_message(port), flush=True)
        for event in until(events, seconds):
            if as_json:
                print_json("roller-event", event)
            elif event["event"] == "notice":
                print_line(str(event["text"]), flush=True)
    return 0


def _waiting_message(port: str | None) -> Message:
    """Return what to print at first: a roller sends nothing until somebody uses it."""
    if port is not None:
        return Message("Waiting for a dice roller on {port}. Press Ctrl-C to stop.", {"port": port})
    return Message("Waiting for a dice roller. Connect one, or press Ctrl-C to stop.")


def _status(now: Changed) -> dict[str, object]:
    return {"status": now.status.value, "port": now.port, "why": now.why, "roller": _greeting(now)}


@app.command()
def test(
    port: Port = None,
    rolls: Annotated[int, typer.Option(min=1, help="The number of rolls to request.")] = 100,
    button: Annotated[bool, typer.Option(help="Also test the button: you press it once.")] = True,
    as_json: AsAnyJson = False,
) -> int:
    """Test a newly built roller: connection, rolls, timing, button. Its rolls count in no game."""
    if port is None and not likely_ports():
        raise NoRoller(Message("dice roller"), Message("none connected"), Message("connect it, or set --port"))
    checked = check(port, rolls, button, lambda: print_to_stderr(Message("Press the roller's button now.")))
    if checked.state is not None and checked.state.other is not None:
        print_to_stderr(firmware_message(checked.state.other, checked.state.port or "?"))
    document = checked.to_json()
    print_result("roller-test", document, as_json, *_check_lines(document), indent=1)
    return 0 if checked.passed else 1


_CHECKED = (Message("roller"), Message("start"), Message("firmware"), Message("rolls"), Message("button"))
"""The fields of a test that are printed, before whether it was passed."""


def _check_lines(document: dict[str, Any]) -> Iterator[Message]:
    for what in (*_CHECKED, Message("passed")):
        yield Message("{what}: {told}", {"what": what, "told": _format_value(document[str(what)])})


def _format_value(value: Any) -> Message | str:
    match value:
        case None:
            return "–"
        case bool():
            return YES_NO[value]
        case {"median_ms": None}:
            return Message("received {delivered} of {asked}", value)
        case dict():
            return Message(
                "received {delivered} of {asked}, {distinct} distinct, in {median_ms} to {worst_ms} ms", value
            )
    return str(value)


@app.command()
def stats(
    context: typer.Context,
    game: OptionalGame = None,
    fresh: Annotated[
        int, typer.Option(min=0, help="Roll the app's dice this many times, instead of reading saved games.")
    ] = 0,
    export: Annotated[Path | None, typer.Option(*OUTPUT, "--export", help="Write every roll to this CSV file.")] = None,
    as_json: AsAnyJson = False,
) -> int:
    """Count how often each face was rolled, by source. Exit status 1: some dice seem unfair."""
    check_output(export, context.obj.protected)
    if not fresh and game is None and export is None:
        figures = count_rolls(context.obj.ensure_exists())
    else:
        rolls = roll_app_dice(usual_wish("standard"), fresh) if fresh else read_rolls(context.obj.ensure_exists(), game)
        figures = summarize(rolls)
        if export is not None:
            write_output(export, format_csv(rolls).encode(), protected=context.obj.protected)
    if as_json:
        print_json("roller-stats", figures, indent=1)
    else:
        print_histograms(figures)
    return 1 if any(dice.verdict is Fairness.SUSPECT for each in figures for dice in each.dice) else 0
