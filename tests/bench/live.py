"""``python -m tests.bench live``: staged games, films, a still table, memory over an evening, lost sources."""

import itertools
import statistics
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from itertools import chain
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Annotated, Any

import cv2
import numpy as np
import typer
from numpy.typing import NDArray

from companion.demo.bundled import photo
from companion.pictures.loading import decode_preview, load_picture
from companion.pictures.sandbox.process import idle_cpu_seconds as sandbox_seconds
from companion.pictures.sources.frame import Frame, NewestFrame, SourceBack, SourceEvent, SourceLost
from companion.pictures.sources.opening import open_source
from companion.vision.recognise import recognise
from companion.vision.tracking.follower import Follower
from tests.bench.figures import AsJson, Figure, Measured, Record, report
from tests.bench.measured_process import growth, resident_memory
from tests.bench.picture_server import PictureServer
from tests.bench.staged_games import StagedGames, find_films, group_by_maker, measure_films

RATE = 15
"""Frames per second of the camera."""
EVENING_RATE = 5
"""Frames per second of the simulated evening, which takes minutes."""
MAX_CORE_SHARES = {720: 0.15, 1080: 0.20}
"""Maximum share of one core for a still table, by the picture's height (16:9)."""
MAX_MEGABYTES = 700
"""Maximum resident memory in an evening."""
MAX_GROWTH = 0.05
"""Share by which memory may grow after the first tenth of an evening."""

Bytes = NDArray[np.uint8]


def measure_still_table(height: int = 720, seconds: float = 30.0) -> Figure:
    """Return the figure of the processor time per frame for a full, still table.

    Args:
        height: the picture's height in pixels, 16:9.
        seconds: length of the measurement.

    Returns:
        The figure.
    """

    follower, frames = Follower(), _noisy(_table(height), 8)
    jpegs = [cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, 85])[1].tobytes() for frame in frames]
    for number in range(RATE):
        follower.process_frame(Frame(frames[number % len(frames)], number / RATE, number))
    spent = {"decoding": 0.0, "following": 0.0}
    event_count = 0
    count = round(seconds * RATE)
    for number in range(RATE, RATE + count):
        begun = time.process_time() + sandbox_seconds()
        picture = decode_preview(jpegs[number % len(jpegs)], "frame")
        between = time.process_time()
        event_count += len(follower.process_frame(Frame(picture, number / RATE, number)))
        spent["decoding"] += between + sandbox_seconds() - begun
        spent["following"] += time.process_time() - between
    share = sum(spent.values()) / count * RATE
    measured = {
        "cards": len(follower.sightings.cards),
        "frames": count,
        **{f"{name}_ms": round(1000 * seconds / count, 2) for name, seconds in spent.items()},
        "share_of_a_core": round(share, 3),
        "events": event_count,
    }
    wanted = f"{RATE} frames a second in at most {MAX_CORE_SHARES[height]:.0%} of one core, and nothing said"
    size = f"{frames[0].shape[1]} × {height}"
    return Figure(
        f"a still, full table at {size}",
        wanted,
        measured,
        share <= MAX_CORE_SHARES[height] and not event_count,
        {f"still-{height}": Measured(round(100 * share, 1), count)},
    )


def measure_evening(hours: float = 2.0) -> Figure:
    """Return the figure of the memory over simulated hours with hands and cards that come and go."""

    follower = Follower()
    table = _table()
    with_card, without_card = _noisy(table, 4), _noisy(_without_a_card(table), 4)
    sizes = []
    frames = round(hours * 3600 * EVENING_RATE)
    for number, picture in enumerate(itertools.islice(_table_pictures(with_card, without_card), frames)):
        follower.process_frame(Frame(picture, number / EVENING_RATE, number))
        if number % max(1, frames // 50) == 0:
            sizes.append(resident_memory())
    measured = {"frames": frames, **growth(sizes)}
    return Figure(
        f"memory over {hours:g} simulated hours",
        f"under {MAX_MEGABYTES} MB, flat within 5 %",
        measured,
        measured["at_most_MB"] < MAX_MEGABYTES and measured["growth"] <= MAX_GROWTH,
        {
            "evening-memory": Measured(measured["at_most_MB"], frames),
            "evening-growth": Measured(round(100 * measured["growth"], 2), frames),
        },
    )


def _table(height: int = 720) -> Bytes:
    """Return the bundled photo in a 16:9 frame of this height."""

    small = cv2.resize(load_picture(photo()).pixels, (height * 4 // 3, height), interpolation=cv2.INTER_AREA)
    aside = (height * 16 // 9 - small.shape[1]) // 2
    return np.asarray(cv2.copyMakeBorder(small, 0, 0, aside, aside, cv2.BORDER_REFLECT), np.uint8)


def _without_a_card(table: Bytes) -> Bytes:
    """Return the table with the most certain card inpainted."""

    cards = recognise(table).sightings.cards
    corners = np.round(max(cards, key=lambda card: (card.sure, card.shown or 0.0)).corners).astype(np.int32)
    place = cv2.dilate(cv2.fillPoly(np.zeros(table.shape[:2], np.uint8), [corners], 255), np.ones((9, 9), np.uint8))
    return np.asarray(cv2.inpaint(table, place, 3, cv2.INPAINT_TELEA), np.uint8)


def _noisy(picture: Bytes, count: int) -> list[Bytes]:
    rng = np.random.default_rng(7)
    return [np.asarray(np.clip(picture + rng.normal(0, 5, picture.shape), 0, 255), np.uint8) for _ in range(count)]


def _table_pictures(with_card: list[Bytes], without_card: list[Bytes]) -> Iterator[Bytes]:
    """Yield frames endlessly: a hand passes every minute, a card comes or goes every second minute."""
    for minute in itertools.count():
        before, after = (with_card, without_card) if minute % 4 < 2 else (without_card, with_card)
        for k in range(60 * EVENING_RATE):
            table = (after if minute % 2 and k > 30 * EVENING_RATE else before)[k % len(with_card)]
            reach = k - 30 * EVENING_RATE
            yield _with_arm(table, reach) if abs(reach) < EVENING_RATE else table


def _with_arm(table: Bytes, step: int) -> Bytes:
    covered = table.copy()
    x, y = 640 + 36 * step, 380 + 60 * abs(step)
    cv2.line(covered, (x, y), (x - 80, 900), (95, 120, 190), 90)
    cv2.ellipse(covered, (x, y), (75, 105), 15, 0, 360, (110, 150, 210), -1)
    return covered


MAX_RECONNECT_SECONDS = 3.0
"""Maximum seconds from the return of a stream to its next frame."""


def measure_reconnection(rounds: int = 50) -> Figure:
    """Return the figure of a phone's stream that is broken and returns ``rounds`` times, after 0.1 to 1.3 s."""

    events: SimpleQueue[SourceEvent] = SimpleQueue()
    pixels = np.random.default_rng(5).integers(0, 255, (720, 1280, 3), np.uint8)
    waited: list[float] = []
    losses = 0
    with PictureServer(pixels) as phone, NewestFrame(open_source(phone.url), events.put) as newest:
        newest.next(timeout=MAX_RECONNECT_SECONDS)
        for number in range(rounds):
            phone.unplug()
            losses += isinstance(_next_event(events), SourceLost)
            time.sleep(0.1 + 0.3 * (number % 5))
            phone.plug_in()
            begun = time.monotonic()
            back = isinstance(_next_event(events), SourceBack)
            waited.append(time.monotonic() - begun if back else float("inf"))
    measured = {
        "rounds": rounds,
        "told lost": losses,
        "back": sum(seconds <= MAX_RECONNECT_SECONDS for seconds in waited),
        "median_s": round(float(np.median(waited)), 2),
        "max_s": round(max(waited), 2),
    }
    reached = losses == rounds == measured["back"]
    return Figure(
        "a stream unplugged and back",
        f"a frame within {MAX_RECONNECT_SECONDS:g} s every time",
        measured,
        reached,
        {"unplugged-worst": Measured(round(max(waited), 2), rounds)},
    )


def _next_event(queue: SimpleQueue[SourceEvent]) -> SourceEvent | None:
    try:
        return queue.get(timeout=2 * MAX_RECONNECT_SECONDS)
    except Empty:
        return None


STAGED = "staged games"
FIRST_SEED = 70_000
"""First seed of games on which no network and no limit was chosen."""
STAGED_IDS = {74_000: "stage", 76_000: "stage-more"}
"""How the ids of the staged games' figures begin in ``docs/figures.json``, by their first seed."""
FEW = {"stage-more": {"moves", "rolls"}}
"""Games of which ``docs/figures.json`` has only these figures."""
MIN_UNASKED = 0.95
"""Minimum share of moves that are proposed right without a question."""
MIN_ROLLS_UNASKED = 0.97
"""Minimum share of rolls that are proposed right without a question."""
TEACHING_ROLLS = 6
"""Rolls that teach a new set of dice."""
MIN_TAUGHT_UNASKED = 0.99
"""Minimum share of rolls of taught dice that are proposed right without a question."""
MAX_ROLLS_WRONG = 0.001
"""Maximum share of rolls that are proposed or taken wrong."""
OUTCOMES = ("right", "asked", "disagreed", "advised", "missed")
"""What can become of a move or a roll."""
MAX_PROPOSAL_SECONDS = 0.7
"""Maximum median of the seconds from rest to proposal."""


class Part(Enum):
    """Parts that can be measured on their own."""

    GAMES = "games"
    QUIET = "quiet"
    EVENING = "evening"
    UNPLUGGED = "unplugged"


def live(
    games: Annotated[int, typer.Option(min=0, help="Staged games to follow.")] = 10,
    turns: Annotated[int, typer.Option(min=1, help="Turns in each of them.")] = 30,
    first_seed: Annotated[int, typer.Option(min=0, help="The first game's seed.")] = FIRST_SEED,
    part: Annotated[list[Part] | None, typer.Option(help="Only this; may be given several times.")] = None,
    folder: Annotated[Path, typer.Option(help="Where results of games are kept, to go on later.")] = Path("out/live"),
    films: Annotated[
        list[Path] | None,
        typer.Option(help="Follow this folder's films instead, NAME.mp4 with NAME.json; may be given several times."),
    ] = None,
    taught: Annotated[
        bool, typer.Option("--taught", help="The dice are a new set in use, which confirmed rolls teach.")
    ] = False,
    as_json: AsJson = False,
    recorded: Record = False,
) -> int:
    """Follow staged games and count right proposals. Exit 1 if a figure is missed."""
    parts = part or ([] if films else list(Part))
    stage = StagedGames(folder, range(first_seed, first_seed + games), turns, taught)
    return report("live", chain(film_figures(films or (), folder), _figures(parts, stage)), as_json, recorded)


def _figures(parts: Sequence[Part], stage: StagedGames) -> Iterator[Figure]:

    if Part.GAMES in parts and stage.seeds:
        played = list(stage.measure())
        if stage.taught:
            yield taught_figure(played)
        else:
            yield from game_figures(played, ids=STAGED_IDS.get(stage.seeds[0], ""))
    if Part.QUIET in parts:
        yield from map(measure_still_table, MAX_CORE_SHARES)
    if Part.UNPLUGGED in parts:
        yield measure_reconnection()
    if Part.EVENING in parts:
        yield measure_evening()


def taught_figure(played: Sequence[dict[str, Any]]) -> Figure:
    """Return the figure of the rolls after those that taught a new set of dice."""
    later = Counter(outcome for game in played for outcome in game["roll_outcomes"][TEACHING_ROLLS:])
    wrong = sum(count for game in played for outcome, count in game["rolls"].items() if outcome not in OUTCOMES)
    return Figure(
        f"rolls of {STAGED}, after {TEACHING_ROLLS} taught the dice",
        f"{MIN_TAUGHT_UNASKED:.0%} right unasked, none missed, none wrong",
        {"rolls": later.total(), **later, "wrong or twice": wrong},
        later["right"] >= MIN_TAUGHT_UNASKED * later.total() and not later["missed"] and not wrong,
        {"stage-taught-rolls": Measured.share(later["right"], later.total())} if later else {},
    )


def film_figures(folders: Sequence[Path], kept: Path) -> Iterator[Figure]:
    """Yield the figures of the films in these folders by maker; results are written to ``kept``."""

    for maker, films in group_by_maker([film for folder in folders for film in find_films(folder)]).items():
        yield from game_figures(list(measure_films(films, kept)), f"films made elsewhere ({maker})", "film")


def game_figures(played: Sequence[dict[str, Any]], group: str = STAGED, ids: str = "") -> Iterator[Figure]:
    """Yield the figures of several games.

    Args:
        played: results of games, as :meth:`~tests.bench.staged_games.StagedGames.measure` yields them.
        group: how the figures name these games.
        ids: how the ids of these figures begin in ``docs/figures.json``; empty if it has none of these games.

    Yields:
        The figures.
    """
    size = {"games": len(played), "minutes": round(sum(game["stage_s"] for game in played) / 60, 1)}
    moves, rolls = _total(played, "moves"), _total(played, "rolls")
    yield _move_figure(moves, size, sum(game["payments_asked"] for game in played), group, ids)
    yield _roll_figure(rolls, group, ids)
    disturbances = _total(played, "disturbances")
    measured_values = {
        "disturbances": dict(disturbances),
        **{
            name: sum(game[name] for game in played)
            for name in ("proposed_while_disturbed", "mistakes_noticed", "disagreements_about_nothing")
        },
    }
    wanted = "a hand over the table, cards straightened, light switched: no proposal"
    proposed = measured_values["proposed_while_disturbed"]
    values = _values(ids, disturbed=Measured(proposed, sum(disturbances.values())))
    if mistakes := disturbances["mistake"]:
        values |= _values(ids, mistakes=Measured(measured_values["mistakes_noticed"], mistakes))
    yield Figure(f"disturbances in {group}", wanted, measured_values, not proposed, values)
    waited = [(film, reading) for game in played for film, reading in game["seconds"]]
    if waited:
        yield _waiting_figure(waited, group, ids)
    frames = sum(game["frames"] for game in played)
    spent = sum(game["processor_s"] for game in played)
    cost = {"frames": frames, "processor_ms_a_frame": round(1000 * spent / frames, 1)}
    values = _values(ids, frame=Measured(cost["processor_ms_a_frame"]))
    yield Figure(f"following {group}", "no target", cost, True, values)


def _values(ids: str, **values: Measured) -> dict[str, Measured]:
    """Return values by their ids in ``docs/figures.json``; nothing if it has no figure of these games."""
    kept = FEW.get(ids, values.keys()) if ids else ()
    return {f"{ids}-{name.replace('_', '-')}": value for name, value in values.items() if name in kept}


def _move_figure(moves: Counter[str], size: dict[str, Any], payments: int, group: str, ids: str) -> Figure:
    made = sum(moves[word] for word in OUTCOMES)
    measured_values = {**size, "moves": made, **moves, "payments_asked": payments}
    reached = moves["right"] >= MIN_UNASKED * made and not moves["missed"] and not moves["wrong taken"]
    wanted = "95 % proposed right unasked, the rest asked or noticed as a disagreement, none wrong taken without a tap"
    values = _values(ids, moves=Measured.share(moves["right"], made), moves_wrong=Measured(moves["wrong taken"], made))
    return Figure(f"moves of {group}", wanted, measured_values, reached, values)


def _waiting_figure(waited: Sequence[tuple[float, float]], group: str, ids: str) -> Figure:
    """Return the figure of waiting times; ``waited`` are seconds of the film and of reading, for each proposal."""
    film, reading = ([pair[place] for pair in waited] for place in (0, 1))
    measured_values: dict[str, Any] = {"proposals": len(waited)}
    for name, seconds in (("", [sum(pair) for pair in waited]), ("film_", film), ("reading_", reading)):
        measured_values[f"{name}median_s"] = round(statistics.median(seconds), 2)
        measured_values[f"{name}95th_s"] = round(sorted(seconds)[int(0.95 * (len(seconds) - 1))], 2)
    wanted = f"median {MAX_PROPOSAL_SECONDS} s, the film's time and the reading's on this machine together"
    return Figure(
        f"from rest to proposal in {group}",
        wanted,
        measured_values,
        measured_values["median_s"] <= MAX_PROPOSAL_SECONDS,
        _values(
            ids,
            wait=Measured(measured_values["median_s"], len(waited)),
            wait_95=Measured(measured_values["95th_s"], len(waited)),
        ),
    )


def _roll_figure(rolls: Counter[str], group: str, ids: str) -> Figure:
    made = sum(rolls[word] for word in OUTCOMES)
    wrong = rolls["wrong proposed"] + rolls["wrong taken"]
    reached = rolls["right"] >= MIN_ROLLS_UNASKED * made and wrong <= MAX_ROLLS_WRONG * made
    wanted = "97 % right unasked, 0.1 % wrong unasked, none twice, none missed without a word"
    reached = reached and not rolls["twice"] and not rolls["missed"]
    values = _values(
        ids,
        rolls=Measured.share(rolls["right"], made),
        rolls_wrong=Measured(wrong, made),
        rolls_missed=Measured(rolls["missed"], made),
        rolls_twice=Measured(rolls["twice"], made),
    )
    return Figure(f"rolls of {group}", wanted, {"rolls": made, **rolls}, reached, values)


def _total(played: Iterable[dict[str, Any]], name: str) -> Counter[str]:
    total: Counter[str] = Counter()
    for game in played:
        total.update(game[name])
    return total
