"""Tokens that move on after a vote (I26)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated, Any

from companion.games.decisions import Answers, Decision
from companion.games.declared import Among, At, Chosen, Move, Names, describe, possible, spots_of
from companion.games.declared_decisions import Question, narrow
from companion.games.errors import IllegalMove
from companion.games.field_types import Positive, Seat
from companion.games.fields import Amount, Field
from companion.games.magistratvm.domains import (
    province_label,
    province_spot,
)
from companion.games.magistratvm.elections import (
    next_election,
)
from companion.games.magistratvm.narration import with_ending
from companion.games.magistratvm.phases import check_phase, check_player
from companion.games.magistratvm.state import (
    Phase,
    State,
)
from companion.locale import Message, Wording, listed
from companion.pieces.piecepack import Tile


@dataclass(frozen=True, slots=True)
class Put:
    """Tokens for a Province."""

    tile: Tile
    tokens: Positive


def _leaving(state: State, _chosen: Chosen) -> list[int]:
    return [state.voting.leaving[0].player] if state.phase is Phase.REDISTRIBUTION and state.voting is not None else []


def _whole(state: State, _chosen: Chosen) -> Iterator[tuple[Put, ...]]:
    """Yield all tokens to one Province that has not voted, or all home; other splits are the owner's to enter."""
    assert state.voting is not None
    yield from ((Put(tile, state.voting.leaving[0].tokens),) for tile in state.voting.to_vote)
    yield ()


@dataclass(frozen=True, slots=True)
class Redistribute(Move[State]):
    """A player's tokens from a Province moved to others; those not named go home (I26)."""

    player: Annotated[Seat, Among(_leaving)]
    to: Annotated[
        tuple[Put, ...], Among(_whole), At(lambda state, to: [province_spot(state, put.tile) for put in to])
    ] = ()

    def apply(self, state: State) -> State:
        """Move tokens to Provinces that have not voted; the rest return to their owner (I26)."""
        check_phase(state, Phase.REDISTRIBUTION, "I26")
        voting = state.voting
        assert voting is not None
        first, *others = voting.leaving
        check_player(first.player, self.player, "I26")
        for put in self.to:
            if put.tile not in voting.to_vote:
                raise IllegalMove("I26", Message("{tile} does not vote any more", {"tile": put.tile.wording()}))
            if put.tokens < 1 or [one.tile for one in self.to].count(put.tile) > 1:
                raise IllegalMove("I26", Message("1 token or more goes to each Province, named once"))
        total = sum(put.tokens for put in self.to)
        if total > first.tokens:
            raise IllegalMove(
                "I26", Message("you have {n} tokens to set down, not {given}", {"n": first.tokens, "given": total})
            )
        for put in self.to:
            state = state.with_tokens(put.tile, self.player, put.tokens)
        if not others:
            return next_election(state, voting)
        return replace(state, voting=replace(voting, leaving=tuple(others)))

    def _sentence(self, before: State, after: State, names: Names) -> Message:
        assert before.voting is not None
        home = before.voting.leaving[0].tokens - sum(put.tokens for put in self.to)
        parts = [Message("{n} to {tile}", {"n": put.tokens, "tile": put.tile.wording()}) for put in self.to]
        if home:
            parts.append(Message("{n} home", {"n": home}))
        sentence = Message("{name}'s tokens go on: {parts}", {"name": names[self.player], "parts": listed(parts)})
        return with_ending(sentence, before, after, names)


def redistribution(state: State, names: Names) -> Iterator[Decision[Move[State]]]:
    """Yield the decisions on tokens that leave a Province (I26)."""
    assert state.voting is not None
    first = state.voting.leaving[0]
    seat, tokens = first.player, first.tokens
    whole: list[Any] = [move for move in possible(Redistribute, state) if move.to]
    makes = ("redistribute",)
    yield narrow(
        "all-to-one",
        Message("All to one Province"),
        whole,
        (_effect(state, names),),
        owner=seat,
        makes=makes,
        spots=lambda move: spots_of(state, move),
    )
    if tokens > 1:
        yield _parting(state, names, seat, tokens)
    home = Message("Take them home")
    yield Decision("take-home", home, lambda _answers: Redistribute(seat), owner=seat, makes=makes)


def _effect(state: State, names: Names) -> Question[Any]:
    return Question(
        "effect",
        Message("What is to happen?"),
        lambda move: move.to[0].tile,
        lambda move: describe(state, move, move.apply(state), names),
        always=True,
    )


def _parting(state: State, names: Names, seat: int, tokens: int) -> Decision[Move[State]]:
    """Return the decision that asks for the number of tokens for each Province in turn, until none are left."""
    assert state.voting is not None
    tiles = state.voting.to_vote

    def ask(answers: Answers) -> Iterator[Field]:
        left = tokens
        for tile in tiles:
            if left:
                values: Wording = {"n": left, "tile": province_label(state, tile, names)}
                yield Amount(str(tile), Message("{n} left: how many to {tile}?", values), 0, left)
                left -= answers[str(tile)]

    def make(answers: Answers) -> Move[State]:
        return Redistribute(seat, tuple(Put(tile, answers[str(tile)]) for tile in tiles if answers.get(str(tile))))

    return Decision("part", Message("Part them"), make, ask, owner=seat, makes=("redistribute",))
