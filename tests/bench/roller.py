"""``python -m tests.bench roller``: the figures of firmware, line and bridge, against the emulated board."""

import subprocess
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from companion.errors import CompanionError
from companion.locale import Message
from tests.bench.figures import AsJson, Figure, Measured, Record, report

FLASH, RAM = 32_768, 2_048
"""Memory of an ATmega328P in bytes."""


class NoEmulator(CompanionError):
    """The emulated roller cannot run here."""


def bench_roller(as_json: AsJson = False, recorded: Record = False) -> int:
    """Measure the roller with its emulated firmware, for a quarter of an hour. Exit 1 if a figure is missed."""
    from firmware_bridge.emulator import EmulatorMissing, build

    try:
        build()
    except EmulatorMissing as error:
        raise NoEmulator("the emulated roller", Message("{why}", {"why": str(error)})) from error
    return report("roller", _figures(), as_json, recorded)


def _figures() -> Iterator[Figure]:
    from tests.bench import roller_trials as trials

    yield _firmware()
    yield _fuzzed(100_000_000)
    paced = _in_folder(lambda folder: trials.measure_paced_rolls(folder, 1000))
    document = paced.to_json()
    yield Figure(
        "1,000 rolls, paced at real time",
        "all once; median at most 25 ms, worst 100 ms",
        document,
        paced.exactly_once and document["median_ms"] <= 25 and document["worst_ms"] <= 100,
        {
            "roller-paced-wrong": Measured(paced.wrong, paced.wanted),
            "roller-paced-median": Measured(document["median_ms"], paced.wanted),
            "roller-paced-worst": Measured(document["worst_ms"], paced.wanted),
        },
    )
    noisy = _in_folder(lambda folder: trials.measure_paced_rolls(folder, 1000, damage_ppm=5000))
    yield Figure(
        "0.5 % of bytes changed, both ways",
        "1,000 of 1,000 exactly once",
        noisy.to_json(),
        noisy.exactly_once,
        {"roller-damaged": Measured(noisy.wrong, noisy.wanted)},
    )
    for name, figure_id, cut in (
        ("killed and restarted in the middle of a roll, 100 times", "roller-killed", trials.kill_and_restart),
        ("unplugged and replugged in the middle of a roll, 100 times", "roller-unplugged", trials.unplug_and_replug),
    ):
        outcome = _in_folder(lambda folder, cut=cut: trials.measure_cuts(folder, 100, cut))  # type: ignore[misc]
        back = len(outcome.seconds_back) == outcome.wanted and max(outcome.seconds_back) <= trials.MAX_RECONNECT_SECONDS
        wanted = "none counted twice, none invented; back within 2 s"
        values = {
            figure_id: Measured(outcome.wrong, outcome.wanted),
            f"{figure_id}-back": Measured(round(max(outcome.seconds_back), 2), len(outcome.seconds_back)),
        }
        yield Figure(name, wanted, outcome.to_json(), outcome.exactly_once and back, values)
    killed = _in_folder(lambda folder: trials.measure_host_kills(folder, 100))
    yield Figure(
        "host killed between journal and acknowledgement, 100 times",
        "none counted twice",
        killed.to_json(),
        killed.exactly_once,
        {"roller-host": Measured(killed.wrong, killed.wanted)},
    )
    pressed = _in_folder(lambda folder: trials.measure_presses(folder, 50))
    yield Figure(
        "button with 20 bounces",
        "one roll a press while awaited, none while not",
        pressed.to_json(),
        pressed.rolls_while_awaited == pressed.presses
        and pressed.rolls_while_nobody_waits == 0
        and pressed.not_now_messages == pressed.presses,
        {
            "roller-button": Measured(pressed.rolls_while_awaited, pressed.presses),
            "roller-button-idle": Measured(pressed.rolls_while_nobody_waits, pressed.presses),
        },
    )
    share = _in_folder(lambda folder: trials.idle_share(folder, 60))
    measured = {"percent_of_a_core": round(share, 3)}
    yield Figure("idle", "under 1 % of a core", measured, share < 1, {"roller-idle": Measured(round(share, 2))})


def _in_folder(trial: Callable[[Path], Any]) -> Any:
    with tempfile.TemporaryDirectory() as folder:
        return trial(Path(folder))


def _fuzzed(total: int) -> Figure:
    from firmware_bridge.trials.fuzz import fuzz
    from models.evaluation.card_measurement import upper_bound

    met = fuzz(total)
    document = asdict(met) | {"false_share_at_most": upper_bound(met.false_messages, met.bytes_fed)}
    fine = met.exceptions == 0 and met.false_messages == 0
    name = "100 million random and mutated bytes into the codec"
    bound = float(f"{100 * document['false_share_at_most']:.1g}")
    values = {"roller-codec": Measured(met.false_messages, met.bytes_fed, bound)}
    return Figure(name, "no exception, no false roll", document, fine, values)


def _firmware() -> Figure:
    """Build the firmware from scratch, so that every warning is an error, and measure it."""
    from firmware_bridge.emulator import build
    from tests.bench.roller_trials import deepest_stack

    with tempfile.TemporaryDirectory() as folder:
        elf = build(Path(folder)) / "firmware.elf"
        output = subprocess.run(["avr-size", "-A", str(elf)], capture_output=True, text=True, check=True).stdout
        sizes = {
            words[0]: int(words[1])
            for line in output.splitlines()
            if line.startswith(".") and len(words := line.split()) == 3
        }
        stack = deepest_stack(Path(folder))
    static = sizes[".data"] + sizes[".bss"]
    flash, ram = sizes[".text"] + sizes[".data"], static + stack
    return Figure(
        "firmware",
        "at most half the flash and RAM, no warning",
        {"flash": flash, "of_flash": FLASH, "static_ram": static, "deepest_stack": stack, "ram": ram, "of_ram": RAM},
        2 * flash <= FLASH and 2 * ram <= RAM,
        {"roller-flash": Measured(round(100 * flash / FLASH, 1)), "roller-ram": Measured(round(100 * ram / RAM, 1))},
    )
