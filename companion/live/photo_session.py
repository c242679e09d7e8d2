"""Photos of one table: what was read, what that leaves open, the score, and the game that is made of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from companion.errors import CompanionError
from companion.games.new_game import NewGame
from companion.games.registry import default_preset, player_counts
from companion.games.registry import game as rules_of
from companion.live.camera_game import PhotoGame
from companion.live.registry import photo_game, photographed_games
from companion.locale import Message, Wording
from companion.names import player_names
from companion.table.comparison import ScoredTable
from companion.table.questions import TableQuestion
from companion.table.sightings import Edge, Sightings


class NotScored(CompanionError):
    """A game that cannot be scored from a photo."""


def not_scored(game: str) -> NotScored:
    """Return the error that a game cannot be scored from a photo."""
    known: Wording = {"games": ", ".join(photographed_games())}
    return NotScored(repr(game), Message("cannot score this game from a photo"), Message("choose from: {games}", known))


@dataclass(slots=True)
class PhotoSession:
    """The photos of one table; for any thread. Raises :class:`NotScored` for a game that cannot be scored so."""

    game: str
    options: Any
    names: tuple[str, ...] = ()
    """The players' names, by seat; none: they are called by where they sit."""
    purses: Sequence[Any] = ()
    """What a photo does not show of each player, such as tokens, if that is known."""
    near: Edge = Edge.BOTTOM
    """The edge of the photo at which player 0 sits."""
    answers: dict[str, str] = field(default_factory=dict)
    """Answers to questions, by their keys."""
    sightings: list[Sightings] = field(default_factory=list)
    scored: ScoredTable | None = None
    """The table and its score; None before the last photo."""
    _table: Any = None
    _guard: Any = field(default_factory=Lock)

    def __post_init__(self) -> None:
        self._part()

    @classmethod
    def of_preset(cls, game: str, preset: str = "", names: tuple[str, ...] = ()) -> PhotoSession:
        """Return a session for a game's preset, or for the first one for its smallest number of players.

        Raises:
            CompanionError: The game cannot be scored, or has no such preset.
        """
        rules = rules_of(game)
        preset = preset or default_preset(rules, player_counts(rules)[0])
        return cls(game, rules.options_from_json({"preset": preset}, "options"), names)

    @property
    def photos(self) -> int:
        """How many photos the game needs: one, or one of each player."""
        return self.players if self._part().photo_per_player else 1

    @property
    def players(self) -> int:
        """How many players the game has."""
        return rules_of(self.game).seats(self.options)

    @property
    def missing(self) -> int:
        """How many photos are still to come."""
        return max(0, self.photos - len(self.sightings))

    @property
    def asked(self) -> tuple[TableQuestion, ...]:
        """The open questions that can be answered."""
        return tuple(one for one in self.scored.questions if one.choices) if self.scored is not None else ()

    def add(self, sightings: Sightings) -> None:
        """Take what was read in one more photo; the last one gives the score.

        Raises:
            CompanionError: The photos show no table. The last one is not taken then.
        """
        with self._guard:
            self.sightings.append(sightings)
            try:
                self._score()
            except CompanionError:
                self.sightings.pop()
                raise

    def answer(self, key: str, answer: str) -> None:
        """Take a player's answer; nothing happens if the question is no longer open.

        Raises:
            UnusableAnswer: It is none of the choices.
        """
        with self._guard:
            question = next((one for one in self.asked if one.key == key), None)
            if question is not None:
                question.check_offers(answer)
                self.answers[key] = answer
                self._score()

    def turn(self, near: Edge) -> None:
        """Seat player 0 at this edge of the photo; earlier answers no longer hold."""
        with self._guard:
            self.near = near
            self.answers.clear()
            self._score()

    def new_game(self, names: Sequence[str]) -> tuple[NewGame, Any | None]:
        """Return the game that goes on from this table, and its first move, which lays what the setup does not.

        Args:
            names: The players' names, by seat.

        Raises:
            CompanionError: The rules refuse such a game; for example, a card of the setup is missing.
        """
        rules = rules_of(self.game)
        setup, move = self._part().lay(self._table, self.purses)
        state = rules.start(self.options, setup)
        if move is not None:
            rules.apply(state, move)
        to_json = rules.setup_to_json
        return NewGame(self.game, player_names(names), rules.options_to_json(self.options), to_json(setup)), move

    def _score(self) -> None:
        if not self.missing:
            self._table = self._part().read(self.sightings, self.options, self.near, self.answers)
            self.scored = self._part().score(self._table, self.purses, self.names)

    def _part(self) -> PhotoGame:
        """Return how photos of this game are scored."""
        part = photo_game(self.game)
        if part is None:
            raise not_scored(self.game)
        return part
