"""Staged games of Sorcerous Futures, rendered and followed frame by frame, with players who answer from the labels."""

from __future__ import annotations

import tempfile
import time
from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.live import LiveTable
    from companion.live.events import Asked, LiveEvent
    from companion.play import AnyPlay
    from models.training.stage.film import Film
    from models.training.stage.script import Event

FPS = 10
SIZE = (1280, 720)
PATIENCE = 3.0
"""Seconds after a change rests in which it must be proposed; then players enter it."""


def follow_game(seed: int, auctions: int) -> dict[str, Any]:
    """Film and follow one game; return what was proposed and what reading cost."""
    from companion.games.sorcerous_futures.scoring import score
    from companion.journal import Journal
    from companion.live import LiveTable
    from companion.live.camera_thread import FrameProcessor
    from companion.live.registry import lies_in_row
    from companion.pictures.sources import Frame
    from companion.vision.tracking import Follower
    from models.training.common.decks import own_deck
    from models.training.stage.filming import FilmCamera
    from models.training.stage.sorcerous_futures.directing import make_film

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
    from companion.cli.kept_games import new_id, now
    from companion.journal import KeptGame
    from companion.play import Play

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
        from companion.live import events

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
        from companion.play import Source

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
        from companion.table.questions import NONE
        from models.training.stage.camera_pose import camera_at, camera_of

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
    import numpy as np

    return np.array([[card.x, card.y, 0.0]])
