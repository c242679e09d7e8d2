"""``companion dice``: sets of dice that the camera knows, and the table's Bluetooth dice."""

import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from queue import Queue
from typing import Annotated, Any

import typer

from companion.bluetooth import BleakRadio, ConnectedDice, FoundDie, scan_for_dice
from companion.cli.options import AsAnyJson, AsJson
from companion.cli.output import note_done, print_error, print_json, print_line, print_result, print_to_stderr
from companion.cli.roll_wait import until
from companion.errors import CompanionError
from companion.folders import Folders
from companion.live.dice_devices import SEARCH_SECONDS, KeptDice
from companion.locale import Message, Wording
from companion.pieces import DieKind
from companion.rolls.dice_set_store import DiceSetStore
from companion.rolls.reporting import KeptDie, Make, Report, format_dice
from companion.table.dice_set import DiceSet, UnusableDiceSet, check_name

app = typer.Typer(help="Teach the camera your dice, and use Bluetooth dice.", no_args_is_help=True)


class UnknownDie(CompanionError):
    """A die that was not found, or whose kind or make is not known."""


@app.command()
def teach(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="The name of the set. A set that exists learns more.")],
    source: Annotated[
        str, typer.Option(help="A camera's number or name, a stream's address, a video file, a folder of pictures.")
    ] = "0",
    as_json: AsJson = False,
) -> int:
    """Teach the camera your dice: throw them a few times, and confirm what was read.

    After each throw press Enter if all values are right. Otherwise type them from left to right, such as 7 10 3;
    a - skips a die. Type s to skip the throw, q to finish. Each picture of a folder is a throw of its own.
    Exit status 1: nothing was learned.
    """
    check_name(name)
    folders: Folders = context.obj.ensure_writable()
    store = DiceSetStore(folders.dice_sets)
    # Loaded late: the detectors take a while, and the other commands for dice do not need them.
    from companion.cli.dice_teaching import teach_dice, teach_from_pictures
    from companion.live.dice_lesson import DiceLesson
    from companion.pictures.sources.files import pictures_in
    from companion.pictures.sources.opening import open_source
    from companion.pictures.sources.trusted_cameras import TrustedCameras

    lesson = DiceLesson.of(store, name)
    before = lesson.dice
    if Path(source).is_dir():
        teach_from_pictures(pictures_in(Path(source)), lesson, sys.stdin)
    else:
        opened = open_source(source, paced=False, trusts=TrustedCameras(folders.cameras).of)
        teach_dice(opened, lesson, sys.stdin)
    if lesson.dice == before:
        print_error(Message("No throw was confirmed. Nothing was learned."))
        return 1
    note_done(Message("set of dice {name} stored", {"name": lesson.dice.name}))
    _print_set(lesson.dice, as_json)
    return 0


@app.command()
def show(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="The name of a set in `companion dice list`.")],
    as_json: AsJson = False,
) -> int:
    """Show what a set of dice has learned: how many readings were confirmed, and which values are mistaken."""
    _print_set(DiceSetStore(context.obj.dice_sets).load(name), as_json)
    return 0


@app.command("look")
def scan(
    seconds: Annotated[float, typer.Option(min=0.1, help="How long to search, in seconds.")] = SEARCH_SECONDS,
    as_json: AsAnyJson = False,
) -> int:
    """Search for Pixels and GoDice that are awake. Exit status 1: none found."""
    found = scan_for_dice(BleakRadio(), seconds)
    none = Message(
        "No dice found. Shake them to wake them up, and close the maker’s app: a die connects to only one app."
    )
    print_result("found-dice", found, as_json, *(map(_describe, found) if found else [none]), indent=1)
    return 0 if found else 1


def _describe(die: FoundDie) -> Message:
    values: Wording = {"name": die.name, "make": str(die.make), "address": die.address, "kind": str(die.kind)}
    if die.kind is None:
        return Message("{name}: {make}, d6 or d10 shell. Add it with: companion dice keep {address} --kind …", values)
    return Message("{name}: {make}, {kind}. Add it with: companion dice keep {address}", values)


@app.command()
def keep(
    context: typer.Context,
    address: Annotated[str, typer.Argument(help="The die's address in `companion dice look`.")],
    kind: Annotated[DieKind | None, typer.Option(help="d6 or d10. Pixels report it themselves.")] = None,
    name: Annotated[str | None, typer.Option(help="A name to distinguish the dice.")] = None,
    make: Annotated[Make | None, typer.Option(help="pixels or godice, if the die is not in range now.")] = None,
) -> int:
    """Add a die to this table, or change its kind or name."""
    there = () if kind and make else scan_for_dice(BleakRadio(), SEARCH_SECONDS)
    found = next((die for die in there if die.address == address), None)
    if found is not None:
        kind, make, name = kind or found.kind, make or found.make, name or found.name
    if kind is None or make is None:
        raise UnknownDie(
            address,
            Message("kind or make unknown"),
            Message("add --kind d6 or --kind d10, and --make pixels or --make godice"),
        )
    die = KeptDie(address, make, kind, name or address)
    others = [one for one in KeptDice(context.obj).read() if one.address != address]
    KeptDice(context.obj).keep([*others, die])
    print_line(Message("Added {name} ({kind}) to this table.", {"name": die.name, "kind": str(die.kind)}))
    return 0


@app.command("list")
def list_dice(context: typer.Context, as_json: AsAnyJson = False) -> int:
    """List this table's Bluetooth dice and taught sets. Exit status 1: there are none, or one cannot be used."""
    kept, unusable = KeptDice(context.obj).read(), list[UnusableDiceSet]()
    sets = DiceSetStore(context.obj.dice_sets).load_all(unusable.append)
    for error in unusable:
        print_error(error)
    document = {**format_dice(kept), "sets": [{"name": one.name, "readings": len(one.readings)} for one in sets]}
    lines: list[Message] = []
    for one in sets:
        readings: Wording = {"name": one.name, "n": len(one.readings)}
        lines.append(Message("{name}: taught dice, {n} confirmed readings", readings))
    for die in kept:
        values: Wording = {"name": die.name, "kind": str(die.kind), "make": str(die.make), "address": die.address}
        lines.append(Message("{name}: {kind}, {make}, {address}", values))
    none = Message(
        "No dice added yet. Teach the camera yours with `companion dice teach`, or find Bluetooth dice "
        "with `companion dice look`."
    )
    print_result("dice", document, as_json, *(lines or [none]), indent=1)
    return 0 if not unusable and (kept or sets) else 1


@app.command()
def forget(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="The name of a set, or a Bluetooth die's name or address.")],
) -> int:
    """Delete a set of dice that you taught, or remove a Bluetooth die from this table. You cannot undo this."""
    kept = KeptDice(context.obj).read()
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


@app.command()
def watch(
    context: typer.Context,
    seconds: Annotated[float | None, typer.Option(help="Stop after this many seconds.")] = None,
    as_json: AsAnyJson = False,
) -> int:
    """Print what each die reports until you press Ctrl-C. Nothing is sent to a game."""
    reports: Queue[tuple[KeptDie, Report]] = Queue()
    with suppress(KeyboardInterrupt), connect_dice(context.obj, lambda *report: reports.put(report)):
        for die, report in until(reports, seconds):
            if as_json:
                event = {"name": die.name, "said": report.motion.value, "value": report.value}
                print_json("dice-event", event)
            else:
                print_line(f"{die.name}: {report}", flush=True)
    return 0


def connect_dice(folders: Folders, on_report: Callable[[KeptDie, Report], None] = lambda *_: None) -> ConnectedDice:
    """Connect to the table's dice; what players should know is printed to standard error.

    Args:
        folders: The data folder.
        on_report: Called on their thread with each report and its die.

    Returns:
        The connected dice, to be closed by the caller.

    Raises:
        UnknownDie: The table has none.
    """
    if not (kept := KeptDice(folders).read()):
        step = Message("search with `companion dice look`")
        raise UnknownDie(Message("Bluetooth dice"), Message("none added yet"), step)
    return ConnectedDice(BleakRadio(), kept, print_to_stderr, on_report=on_report)


def set_document(dice: DiceSet) -> dict[str, Any]:
    """Return the JSON document of a set."""
    from companion.vision.dice.die_reading import set_figures

    kinds = []
    for one in set_figures(dice):
        mistaken = [{"read": each.read, "value": each.value, "count": each.count} for each in dice.confusions(one.kind)]
        kinds.append({**asdict(one), "kind": one.kind.value, "mistaken": mistaken})
    return {"name": dice.name, "kinds": kinds}


def _print_set(dice: DiceSet, as_json: bool) -> None:
    document = set_document(dice)
    lines = [Message("{name}: {n} confirmed readings", {"name": dice.name, "n": len(dice.readings)})]
    for kind in document["kinds"]:
        figures = {name: kind[name] for name in kind if name != "mistaken"}
        lines.append(Message("  {kind}: {right} of {readings} were right, {certain} would be certain now", figures))
        lines += [Message("    {value} was read as {read} ({count}×)", one) for one in kind["mistaken"]]
    print_result("dice-set", document, as_json, *lines, indent=1)
