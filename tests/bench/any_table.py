"""``python -m tests.bench follow``: staged games of Sorcerous Futures followed, and staged tables checked."""

import tempfile
import time
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Annotated, Any

import numpy as np
import typer

from companion.cli.options import new_id, now
from companion.games.sorcerous_futures.game import SORCEROUS_FUTURES
from companion.games.sorcerous_futures.scoring import score
from companion.games.sorcerous_futures.setup import start
from companion.games.sorcerous_futures.state import Phase, State
from companion.journal import Journal, KeptGame
from companion.live import events
from companion.live.camera_thread import FrameProcessor
from companion.live.events import Asked, LiveEvent
from companion.live.live_table import LiveTable
from companion.live.registry import lies_in_row
from companion.locale import Message
from companion.pictures.sources.frame import Frame
from companion.pieces import Card
from companion.play import AnyPlay, Play, Source
from companion.table.questions import NONE
from companion.table.sightings import CardSighting, Edge, Face, Sightings
from companion.table.sorcerous_futures.areas import RememberedPlaces
from companion.table.sorcerous_futures.difference import CardDifference, dispute
from companion.table.sorcerous_futures.open_table import read_open_table
from companion.vision.recognise import recognise
from companion.vision.tracking.follower import Follower
from models.training.common.decks import own_deck
from models.training.scenes.table_layout import LaidCard, Table
from models.training.stage.camera_pose import camera_at, camera_of
from models.training.stage.film import Film
from models.training.stage.filming import FilmCamera
from models.training.stage.script import Event, Script
from models.training.stage.sorcerous_futures.directing import describe, make_film
from models.training.stage.sorcerous_futures.game import staged_futures
from models.training.stage.sorcerous_futures.plan import FuturesPlan
from tests.bench.figures import AsJson, Figure, Measured, Record, kept, report

SIZE = (1280, 720)
STEPS = 45
"""The number of moves before the table is changed, at most; fewer leave fewer cards."""


def check_table(seed: int) -> dict[str, Any]:
    """Change, render and read one table of Sorcerous Futures; return the cards changed and listed."""

    chance, rng = Random(seed), np.random.default_rng([36, seed])
    game = staged_futures(seed)
    states = [start(game.options, game.setup), *(step.after for step in game.steps)]
    calm = [state for state in states if state.phase in (Phase.CHOOSE, Phase.DEAL) and state.auctions > 2]
    state = chance.choice(calm[:STEPS])
    plan = FuturesPlan.random(state.seats, rng)
    table = plan.table_of(state)
    changed, cards = _change(table, state, plan, chance)
    found, questions = _found(seed, plan, state, table, changed)
    return {
        "changed": sorted(card.code for card in cards),
        "listed": sorted(one.card.code for one in found),
        "covered": sorted(one.card.code for one in found if one.cover is not None),
        "questions": questions,
    }


def _change(table: Table, state: State, plan: Any, chance: Random) -> tuple[Table, set[Card]]:
    """Return the table with one or two cards exchanged, moved or taken away, and these cards."""
    free = [card for card in table.cards if card.role in ("middle", "bought")]
    kind = chance.choice(("exchanged", "moved", "taken away"))
    chosen = chance.sample(free, chance.choice((1, 2)))
    if kind == "exchanged":
        one = chosen[0]
        other = chance.choice([card for card in free if (card.role, card.side) != (one.role, one.side)])
        return _replaced(table, {one: _at(one, other), other: _at(other, one)}), _kinds((one, other))
    if kind == "taken away":
        return _replaced(table, dict.fromkeys(chosen)), _kinds(chosen)
    bought = next(card for card in free if card.role == "bought")
    assert bought.card is not None
    seat = chance.choice([seat for seat in range(state.seats) if seat != bought.side])
    return _replaced(table, {bought: plan.bought(bought.card, seat, len(state.bought[seat]))}), _kinds((bought,))


def _at(card: LaidCard, place: LaidCard) -> LaidCard:
    return replace(place, card=card.card)


def _kinds(cards: Sequence[LaidCard]) -> set[Card]:
    return {card.card for card in cards if card.card is not None}


def _replaced(table: Table, changes: dict[LaidCard, Any]) -> Table:
    """Return the table with these cards in other places (None: taken away), each in its turn among the others."""
    cards = (changes.get(card, card) for card in table.cards)
    return replace(table, cards=tuple(card for card in cards if card is not None))


def _found(seed: int, plan: Any, state: State, before: Table, changed: Table) -> tuple[tuple[CardDifference, ...], int]:
    """Return what a check lists, and the number of questions; the table was followed before the change."""

    script = Script(plan, changed, state, np.random.default_rng([37, seed]), plan.sides)
    script.pause()
    film = Film(seed, None, script, SORCEROUS_FUTURES, describe)
    camera = FilmCamera(film, own_deck(), SIZE)
    places = RememberedPlaces()
    read_open_table(_certain_sightings(before, camera.camera), state, Edge.BOTTOM, places, state.middle)
    sightings = recognise(camera.frame(0, 0.5).pixels).sightings
    table = read_open_table(sightings, state, Edge.BOTTOM, places, state.middle)
    return dispute(table, Message("checked")).cards, len(table.questions)


def _certain_sightings(table: Table, camera: Any) -> Any:
    """Return the certain sightings of a table, as following it has read them."""

    cards = []
    for card in table.cards:
        corners = camera.project(np.column_stack([card.corners(), np.zeros(4)]))
        a, b, c, d = ((float(x), float(y)) for x, y in corners)
        face = Face.DOWN if card.card is None else Face.UP
        candidates = () if card.card is None else ((card.card, 0.99),)
        cards.append(CardSighting((a, b, c, d), face, candidates, card.card is not None))
    return Sightings(*SIZE, tuple(cards))


FPS = 10
PATIENCE = 3.0
"""Seconds after a change rests in which it must be proposed; then players enter it."""


def follow_game(seed: int, auctions: int) -> dict[str, Any]:
    """Film and follow one game; return what was proposed and what reading cost."""

    film = make_film(seed, auctions)
    frames, spent = 0, 0.0
    with tempfile.TemporaryDirectory() as folder, Journal.open(f"sqlite:///{folder}/games.db") as journal:
        play, ids = _begin(film, journal), iter(range(1_000_000))
        players = FuturesPlayers(film, play)
        live = LiveTable(play, players.receive, new_id=lambda: f"id-{next(ids)}")
        follower = Follower()
        follower.in_row = lies_in_row(play.game.game)
        processor = FrameProcessor(follower, lambda event: live.receive(play.game.id, event))
        for shot in FilmCamera(film, own_deck(), SIZE).frames(FPS):
            begun = time.process_time()
            processor.process(Frame(shot.pixels, shot.at, shot.number))
            live.attend()
            frames, spent = frames + 1, spent + time.process_time() - begun
            players.react(live, shot.at)
        live.close()
        whole = play.state.over
        scored_right = whole and score(play.state) == score(film.game.steps[-1].after)
    cost = {"frames": frames, "processor_s": round(spent, 2), "stage_s": round(film.script.timeline().ends, 1)}
    return {**players.to_json(), "whole": whole, "scored_right": scored_right, **cost}


def _begin(film: Film, journal: Any) -> AnyPlay:

    rules, game = film.rules, film.game
    names = ("Ann", "Ben", "Cleo", "Dan")[: game.options.players]
    options, setup = rules.options_to_json(game.options), rules.setup_to_json(game.setup)
    journal.create(KeptGame("staged", rules.name, "staged", names, options, setup, now()))
    return Play(rules, journal, "staged", now=now, new_id=new_id)


@dataclass
class FuturesPlayers:
    """Players who confirm what is right, refuse what is wrong, answer about cards, and enter bids."""

    film: Film
    play: AnyPlay
    changes: Counter[str] = field(default_factory=Counter)
    wrong: int = 0
    questions: int = 0
    disagreements: int = 0
    notes: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._due: deque[Event] = deque(event for event in self.film.script.events if event.step is not None)
        self._events: deque[LiveEvent] = deque()
        self._asked = False

    def to_json(self) -> dict[str, Any]:
        """Return the counts."""
        names = ("wrong", "questions", "disagreements", "notes")
        return {"changes": dict(self.changes), **{name: getattr(self, name) for name in names}}

    def receive(self, event: LiveEvent) -> None:
        """Queue an event until :meth:`react`."""
        self._events.append(event)

    def react(self, live: LiveTable, at: float) -> None:
        """Answer all queued events at this time of the film, and enter what no card shows."""

        self._enter(live, at)
        while self._events:
            match self._events.popleft():
                case events.Proposed(id=id_, move=move, seq=None):
                    self._proposed(live, id_, (move,), at)
                case events.Asked(key=key, kind="payment", choices=choices):
                    self._proposed(live, key, tuple(choice.move for choice in choices), at)
                case events.Asked() as asked:
                    self._answer(live, asked, at)
                case events.Disagreed() as disagreed if not disagreed.disagreement.waits:
                    self.disagreements += 1
                    self.notes.append(
                        f"{at:.1f} s: {disagreed.sentence()} {[str(step) for step in disagreed.put_back]}"
                    )
            live.attend()
            self._enter(live, at)

    def _enter(self, live: LiveTable, at: float) -> None:
        """Enter bids at once, and a visible change that was not proposed in time."""
        while self._due and self._due[0].step is not None:
            step = self._due[0].step
            if step.is_visible:
                if at < self._due[0].rests + PATIENCE:
                    return
                self.changes["asked" if self._asked else "missed"] += 1
                self.notes.append(f"{at:.1f} s: not proposed: {step.move}")
            self._take(live, step.move)

    def _take(self, live: LiveTable, move: Any) -> None:

        self.play.propose(move, source=Source.TOUCH)
        self._next()
        live.attend()

    def _next(self) -> None:
        self._due.popleft()
        self._asked = False

    def _proposed(self, live: LiveTable, key: str, moves: Sequence[Any], at: float) -> None:
        """Accept the true move among the alternatives, or dismiss them all."""
        if key not in {question.key for question in self.play.questions()}:
            return
        step = self._due[0].step if self._due else None
        if step is None or step.move not in moves or at < self._due[0].begins:
            self.wrong += 1
            self.notes.append(f"{at:.1f} s: wrong: {moves}; true: {step.move if step else None}")
            live.dismiss(key)
            return
        if step.is_visible:
            self.changes["asked" if self._asked else "right"] += 1
        live.answer(key, str(moves.index(step.move)))
        self._next()

    def _answer(self, live: LiveTable, asked: Asked, at: float) -> None:
        """Answer which card lies somewhere, from the table as it is filmed."""

        self.questions += 1
        self._asked = True
        if asked.kind != "card" or asked.region is None:
            self.notes.append(f"{at:.1f} s: {asked.text}")
            return
        timeline = self.film.script.timeline()
        camera = camera_at(camera_of(self.film, SIZE), timeline, at)
        left, top, right, bottom = asked.region
        laid = [(camera.project(_centre(card)), card) for card in timeline.act(at).table.cards if card.card is not None]
        here = [card.card for [(x, y)], card in laid if left <= x <= right and top <= y <= bottom]
        live.answer(asked.key, here[-1].code if here and here[-1] is not None else NONE)


def _centre(card: Any) -> Any:

    return np.array([[card.x, card.y, 0.0]])


FIRST_GAME, FIRST_TABLE = 81_000, 82_000
"""First seeds of games and tables on which no limit was chosen."""
MIN_RIGHT = 0.97
"""Minimum share of changes that are proposed right without a question."""


def follow(
    games: Annotated[int, typer.Option(min=0, help="Staged games of Sorcerous Futures to follow.")] = 10,
    tables: Annotated[int, typer.Option(min=0, help="Staged tables with changed cards to check.")] = 200,
    auctions: Annotated[int, typer.Option(min=1, help="Auctions in each game; from 20 on, the end too.")] = 20,
    folder: Annotated[Path, typer.Option(help="Where results are kept, to go on later.")] = Path("out/follow"),
    as_json: AsJson = False,
    recorded: Record = False,
) -> int:
    """Follow staged games of Sorcerous Futures, and check staged tables. Exit 1 if a figure is missed."""
    return report("follow", _figures(games, tables, auctions, folder), as_json, recorded)


def _figures(games: int, tables: int, auctions: int, folder: Path) -> Iterator[Figure]:
    if games:
        seeds = range(FIRST_GAME, FIRST_GAME + games)
        results = {seed: folder / f"futures-{seed}-{auctions}.json" for seed in seeds}
        yield from game_figures([kept(path, partial(follow_game, seed, auctions)) for seed, path in results.items()])
    if tables:
        results = {seed: folder / f"checked-{seed}.json" for seed in range(FIRST_TABLE, FIRST_TABLE + tables)}
        yield table_figure([kept(path, partial(check_table, seed)) for seed, path in results.items()])


def game_figures(played: list[dict[str, Any]]) -> Iterator[Figure]:
    """Yield the figures of followed games."""
    changes: Counter[str] = Counter()
    for game in played:
        changes.update(game["changes"])
    made, wrong = sum(changes.values()), sum(game["wrong"] for game in played)
    size = {"games": len(played), "minutes": round(sum(game["stage_s"] for game in played) / 60, 1)}
    sums = {name: sum(game[name] for game in played) for name in ("questions", "disagreements")}
    yield Figure(
        "changes of staged games of Sorcerous Futures",
        "97 % proposed right without a question, none wrong",
        {**size, "changes": made, **changes, "wrong": wrong, **sums},
        changes["right"] >= MIN_RIGHT * made and not wrong,
        {"futures-changes": Measured.share(changes["right"], made), "futures-wrong": Measured(wrong, made)},
    )
    whole = [game for game in played if game["whole"]]
    right = sum(game["scored_right"] for game in whole)
    yield Figure(
        "scores of staged games of Sorcerous Futures",
        "all right",
        {"games": len(whole), "right": right},
        right == len(whole),
        {"futures-scores": Measured.share(right, len(whole))} if whole else {},
    )


def table_figure(checked: list[dict[str, Any]]) -> Figure:
    """Return the figure of checked tables.

    A card that is rightly listed as out of view under another is no invented difference, but counted.
    """
    missed = [set(one["changed"]) - set(one["listed"]) for one in checked]
    beyond = [set(one["listed"]) - set(one["changed"]) for one in checked]
    covered = [found & set(one.get("covered", ())) for one, found in zip(checked, beyond, strict=True)]
    invented = [found - hidden for found, hidden in zip(beyond, covered, strict=True)]
    right = sum(not lost and not found for lost, found in zip(missed, invented, strict=True))
    measured = {"tables": len(checked), "right": right}
    measured |= {"missed": sum(map(len, missed)), "invented": sum(map(len, invented))}
    measured["unmoved, listed as covered"] = sum(map(len, covered))
    measured["questions"] = sum(one["questions"] for one in checked)
    return Figure(
        "staged tables with changed cards, checked",
        "all differences listed, none invented",
        measured,
        right == len(checked),
        {"check-tables": Measured.share(right, len(checked))},
    )
