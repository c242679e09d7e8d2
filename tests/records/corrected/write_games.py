"""Random games with corrections, written by the companion of one commit: their moves, and a digest of each state.

The companion of another commit is unpacked elsewhere, and found first:

    mkdir /tmp/then && git archive efa107b companion | tar x -C /tmp/then
    PYTHONPATH=/tmp/then:. python -P -m tests.records.corrected.write_games efa107b 200 OUT_FOLDER [GAME…]

Moves and corrections are guessed as JSON from the state's JSON, which keeps its names, and the rules of that commit
accept or refuse each. Only Magistratvm's moves come from its own list of offers.
"""

from __future__ import annotations

import json
import lzma
import random
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from companion.errors import CompanionError
from companion.games.registry import game as rules_of
from companion.journal.records.record import VERSION
from tests.records.corrected.digests import Shape, digest, grown
from tests.records.corrected.guesses import GAMES, Json

PRESETS = {
    "magnate": ("standard", "standard", "courts", "french", "mega", "three-players", "solo"),
    "sorcerous-futures": ("three-players", "three-players", "four-players", "sly-excuse"),
    "magistratvm": ("three-players", "four-players"),
}
MOST = {"magnate": 90, "sorcerous-futures": 110, "magistratvm": 120}
"""Entries of a game: a whole one of Sorcerous Futures; the ends of the others are reached by corrections."""
CORRECTED, UNDONE, TRIES = 0.09, 0.05, 80


class Writer:
    """One game, written entry by entry."""

    def __init__(self, name: str, seed: int) -> None:
        self.rules, self.dice = rules_of(name), random.Random(f"{name} {seed}")
        self._setup, self._facts, self._move = GAMES[name]
        self.done: list[Any] = []
        while not self.done:
            self.options = self._options(name)
            self.setup = self._setup(self.options, self.dice)
            options = self.rules.options_from_json(self.options, "options")
            with suppress(CompanionError):
                self.done.append(self.rules.start(options, self.rules.setup_from_json(self.setup, "setup")))
        self.undone: list[Any] = []
        self.moves: list[Json] = []
        self.states: list[Json] = []

    def _options(self, name: str) -> Json:
        options = self.rules.options_from_json({"preset": self.dice.choice(PRESETS[name])}, "options")
        written = self.rules.options_to_json(options)
        fixed = ("excuse", "courts", "deeds_turned", "own_numbers", "sly_excuse", "solo_automa_hand")
        flags = [one for one, value in written.items() if isinstance(value, bool) and one not in fixed]
        varied = {one: self.dice.random() < 0.5 for one in flags if self.dice.random() < 0.3}
        return {**written, **varied}

    def play(self, most: int) -> None:
        for _ in range(most):
            entry = self._undo() or self._correction() or self._next() or self._forced()
            if entry is None:
                return
            self.moves.append(entry)
            self.states.append(self.rules.state_to_json(self.done[-1]))

    def _undo(self) -> Json | None:
        if self.undone and self.dice.random() < 0.4:
            self.done.append(self.undone.pop())
            return {"type": "redo"}
        if self.dice.random() < UNDONE:
            return self._undone()
        return None

    def _undone(self) -> Json | None:
        if len(self.done) < 2:
            return None
        self.undone.append(self.done.pop())
        return {"type": "undo"}

    def _correction(self) -> Json | None:
        if self.dice.random() >= CORRECTED:
            return None
        facts = list(self._facts(self.rules.state_to_json(self.done[-1]), self.dice))
        chosen = self.dice.sample(facts, min(len(facts), self.dice.choice((1, 1, 1, 2))))
        return self._accepted({"type": "correct", "facts": chosen})

    def _next(self) -> Json | None:
        if self.rules.over(self.done[-1]):
            return None
        for _ in range(TRIES):
            state = self.done[-1]
            if self.rules.name == "magistratvm":
                move = self.rules.move_to_json(self._move(state, self.dice))
            else:
                move = self._move(self.rules.state_to_json(state), self.dice)
            if accepted := self._accepted(move):
                return accepted
        return None

    def _forced(self) -> Json | None:
        """Correct or take back where a game does not go on."""
        for _ in range(6):
            facts = list(self._facts(self.rules.state_to_json(self.done[-1]), self.dice))
            if accepted := self._accepted({"type": "correct", "facts": [self.dice.choice(facts)]}):
                return accepted
        return self._undone()

    def _accepted(self, move: Json) -> Json | None:
        try:
            value = self.rules.move_from_json(move, "move")
            after = self.rules.apply(self.done[-1], value)
        except CompanionError:
            return None
        self.done.append(after)
        self.undone.clear()
        return self.rules.move_to_json(value)


def main(commit: str, games: int, folder: Path, *names: str) -> None:
    """Write a corpus of each game: first the shape of its states, then a line for each game."""
    for name in names or GAMES:
        written = []
        for seed in range(games):
            writer = Writer(name, seed)
            writer.play(int(MOST[name] * (0.3 + 0.7 * writer.dice.random())))
            written.append(writer)
        shape: Shape = {}
        for writer in written:
            for state in writer.states:
                grown(shape, state)
        lines: list[Json] = [{"commit": commit, "version": VERSION, "game": name, "shape": shape}]
        for writer in written:
            states = "".join(digest(state, shape) for state in writer.states)
            lines.append({"options": writer.options, "setup": writer.setup, "moves": writer.moves, "states": states})
        text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)
        path = folder / f"{name}-{commit}.jsonl.xz"
        path.write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))
        corrections = sum(move["type"] == "correct" for writer in written for move in writer.moves)
        entries = sum(len(writer.moves) for writer in written)
        print(f"{path.name}: {games} games, {entries} entries, {corrections} corrections, {path.stat().st_size} bytes")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), Path(sys.argv[3]), *sys.argv[4:])
