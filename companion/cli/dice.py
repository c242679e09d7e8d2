"""``companion dice``: the table's Bluetooth dice, and sets of dice that the camera knows."""

from __future__ import annotations

import time
from queue import Empty, Queue
from typing import Annotated

import typer

from companion.bluetooth import BleakRadio, ConnectedDice, FoundDie, scan_for_dice
from companion.cli import dice_sets
from companion.cli.options import AsAnyJson
from companion.cli.output import print_json, print_line, print_to_stderr
from companion.errors import CompanionError
from companion.folders import Folders
from companion.live.dice_devices import SEARCH_SECONDS, KeptDice
from companion.locale import Message, Wording
from companion.pieces import DieKind
from companion.rolls.dice_set_store import DiceSetStore
from companion.rolls.reporting import KeptDie, Make, Report, format_dice

dice = typer.Typer(help="Teach the camera your dice, and use Bluetooth dice.", no_args_is_help=True)
dice.command("teach")(dice_sets.teach)
dice.command("show")(dice_sets.show)


class UnknownDie(CompanionError):
    """A die that was not found, or whose kind or make is not known."""


@dice.command("look")
def scan(
    seconds: Annotated[float, typer.Option(min=0.1, help="How long to search, in seconds.")] = SEARCH_SECONDS,
    as_json: AsAnyJson = False,
) -> int:
    """Search for Pixels and GoDice that are awake. Exit status 1: none found."""
    found = scan_for_dice(BleakRadio(), seconds)
    if as_json:
        print_json("found-dice", found, indent=1)
        return 0 if found else 1
    for die in found:
        print_line(_describe(die))
    if not found:
        print_line(
            Message(
                "No dice found. Shake them to wake them up, and close the maker’s app: a die connects to only one app."
            )
        )
    return 0 if found else 1


def _describe(die: FoundDie) -> Message:
    values: Wording = {"name": die.name, "make": str(die.make), "address": die.address, "kind": str(die.kind)}
    if die.kind is None:
        return Message("{name}: {make}, d6 or d10 shell. Add it with: companion dice keep {address} --kind …", values)
    return Message("{name}: {make}, {kind}. Add it with: companion dice keep {address}", values)


@dice.command()
def keep(
    context: typer.Context,
    address: Annotated[str, typer.Argument(help="The die's address in `companion dice look`.")],
    kind: Annotated[str | None, typer.Option(help="d6 or d10. Pixels report it themselves.")] = None,
    name: Annotated[str | None, typer.Option(help="A name to distinguish the dice.")] = None,
    make: Annotated[str | None, typer.Option(help="pixels or godice, if the die is not in range now.")] = None,
) -> int:
    """Add a die to this table, or change its kind or name."""
    found = None if kind and make else _scan_for(address)
    known_make = _parse_make(make) if make else (found.make if found else None)
    known_kind = _parse_kind(kind) if kind else (found.kind if found else None)
    if known_make is None or known_kind is None:
        raise UnknownDie(
            address,
            Message("kind or make unknown"),
            Message("add --kind d6 or --kind d10, and --make pixels or --make godice"),
        )
    die = KeptDie(address, known_make, known_kind, name or (found.name if found else address))
    others = [one for one in read_table_dice(context.obj) if one.address != address]
    KeptDice(context.obj).keep([*others, die])
    print_line(Message("Added {name} ({kind}) to this table.", {"name": die.name, "kind": str(die.kind)}))
    return 0


def _scan_for(address: str) -> FoundDie | None:
    return next((die for die in scan_for_dice(BleakRadio(), SEARCH_SECONDS) if die.address == address), None)


def _parse_kind(text: str) -> DieKind:
    try:
        return DieKind(text)
    except ValueError:
        raise UnknownDie(repr(text), Message("unknown kind of die"), Message("choose from: d6, d10")) from None


def _parse_make(text: str) -> Make:
    try:
        return Make(text)
    except ValueError:
        raise UnknownDie(repr(text), Message("unknown make"), Message("choose from: pixels, godice")) from None


@dice.command("list")
def list_dice(context: typer.Context, as_json: AsAnyJson = False) -> int:
    """List this table's Bluetooth dice and taught sets. Exit status 1: there are none, or one cannot be used."""
    kept = read_table_dice(context.obj)
    sets, usable = dice_sets.list_sets(context.obj, as_json)
    if as_json:
        print_json("dice", {**format_dice(kept), "sets": sets}, indent=1)
    for die in () if as_json else kept:
        values: Wording = {"name": die.name, "kind": str(die.kind), "make": str(die.make), "address": die.address}
        print_line(Message("{name}: {kind}, {make}, {address}", values))
    if not kept and not sets and not as_json:
        print_line(
            Message(
                "No dice added yet. Teach the camera yours with `companion dice teach`, or find Bluetooth dice "
                "with `companion dice look`."
            )
        )
    return 0 if usable and (kept or sets) else 1


@dice.command()
def forget(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="The name of a set, or a Bluetooth die's name or address.")],
) -> int:
    """Delete a set of dice that you taught, or remove a Bluetooth die from this table. You cannot undo this."""
    kept = read_table_dice(context.obj)
    store = DiceSetStore(context.obj.dice_sets)
    taught = store.find(name)
    if taught is not None:
        if any(die.name == name for die in kept):
            raise UnknownDie(
                name, Message("both a set and a Bluetooth die have this name"), Message("use the die's address")
            )
        print_line(Message("Removed {name}.", {"name": store.forget(taught)}))
        return 0
    left = [die for die in kept if name not in (die.name, die.address)]
    if len(left) == len(kept):
        raise UnknownDie(name, Message("not a die of this table"), Message("list them with `companion dice list`"))
    KeptDice(context.obj).keep(left)
    print_line(Message("Removed {name}.", {"name": name}))
    return 0


@dice.command()
def watch(
    context: typer.Context,
    seconds: Annotated[float | None, typer.Option(help="Stop after this many seconds.")] = None,
    as_json: AsAnyJson = False,
) -> int:
    """Print what each die reports until you press Ctrl-C. Nothing is sent to a game."""
    kept = read_table_dice(context.obj)
    if not kept:
        raise UnknownDie(
            Message("Bluetooth dice"), Message("none added yet"), Message("search with `companion dice look`")
        )
    reports: Queue[tuple[KeptDie, Report]] = Queue()
    end = None if seconds is None else time.monotonic() + seconds
    with connect_dice(kept, reports):
        while end is None or time.monotonic() < end:
            try:
                die, report = reports.get(timeout=None if end is None else max(0.0, end - time.monotonic()))
            except (Empty, KeyboardInterrupt):
                break
            if as_json:
                event = {"name": die.name, "said": report.motion.value, "value": report.value}
                print_json("dice-event", event)
            else:
                print_line(f"{die.name}: {report}", flush=True)
    return 0


def read_table_dice(folders: Folders) -> tuple[KeptDie, ...]:
    """Return the table's dice."""
    return KeptDice(folders).read()


def connect_dice(kept: tuple[KeptDie, ...], reports: Queue[tuple[KeptDie, Report]] | None = None) -> ConnectedDice:
    """Connect to dice; what players should know is printed to standard error.

    Args:
        kept: The dice.
        reports: Receives each report with its die, if there is a queue.

    Returns:
        The connected dice, to be closed by the caller.
    """

    def put_report(die: KeptDie, report: Report) -> None:
        if reports is not None:
            reports.put((die, report))

    return ConnectedDice(BleakRadio(), kept, print_to_stderr, on_report=put_report)
