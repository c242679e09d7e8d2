"""What follows a vote and the last one: tokens that move on (I26), and new Provinces (I27, I28)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated, Any

from companion.games.decisions import Answers, Decision
from companion.games.declared import Among, At, Chosen, Move, Names, describe, possible, replaced_at, spots_of
from companion.games.declared_decisions import Question, narrow
from companion.games.errors import IllegalMove
from companion.games.field_types import Bounds, Positive, Seat
from companion.games.fields import Amount, Field, Pick
from companion.games.magistratvm.elections import next_election
from companion.games.magistratvm.ending import gaps, to_lay, too_few_tiles, turn_over
from companion.games.magistratvm.narration import with_ending
from companion.games.magistratvm.state import Phase, Province, State
from companion.games.magistratvm.turn_moves import check_phase, check_player, province_label, province_spot
from companion.locale import Message, Wording, listed
from companion.pieces.piecepack import TILES, Suit, Tile


@dataclass(frozen=True, slots=True)
class Laid:
    """A tile for a place of the circuit, 0 to 5 clockwise from the upper left."""

    place: Annotated[int, Bounds(0, 5)]
    tile: Tile


@dataclass(frozen=True, slots=True)
class Refill(Move[State]):
    """New Provinces in place of decided ones (I27)."""

    laid: tuple[Laid, ...]

    def apply(self, state: State) -> State:
        """Lay new tiles in place of decided Provinces (I27)."""
        check_phase(state, Phase.REFILL, "I27")
        wanted, places = to_lay(state), [laid.place for laid in self.laid]
        if len(self.laid) != wanted:
            values: Wording = {"n": wanted, "given": len(self.laid)}
            raise IllegalMove(
                "I27",
                Message("needs {n} tile, there are {given}", values, "needs {n} tiles, there are {given}", "n"),
            )
        if not set(places) <= set(gaps(state)) or len(set(places)) < wanted:
            raise IllegalMove(
                "I27",
                Message("the free places are {places}, one tile each", {"places": " ".join(map(str, gaps(state)))}),
            )
        for laid in self.laid:
            if laid.tile in state.known_tiles:
                raise IllegalMove("I1", Message("{tile} was there before", {"tile": laid.tile.wording()}))
            province = Province(laid.tile, (0,) * state.seats)
            state = replace(state, circuit=replaced_at(state.circuit, laid.place, province))
        state = replace(state, face_down=state.face_down - wanted)
        return too_few_tiles(state) if gaps(state) else turn_over(state)

    def _sentence(self, before: State, after: State, names: Names) -> Message:
        laid = listed([one.tile.wording() for one in self.laid])
        return with_ending(Message("New in the circuit: {tiles}", {"tiles": laid}), before, after, names)


def refill(state: State, _names: Names) -> Iterator[Decision[Move[State]]]:
    """Yield one decision on all new tiles."""
    wanted = to_lay(state)

    def ask(answers: Answers) -> Iterator[Field]:
        places, unseen = list(gaps(state)), [tile for tile in TILES if tile not in state.known_tiles]
        for number in range(1, wanted + 1):
            if wanted < len(gaps(state)):
                yield Pick(f"place-{number}", Message("Where is it laid?"), tuple(places), _place)
            else:
                answers[f"place-{number}"] = places[0]
            place = answers[f"place-{number}"]
            values = {"n": number, "of": wanted, "place": place + 1}
            text = Message("Tile {n} of {of}, for place {place}: its suit?", values)
            suits = tuple(suit for suit in Suit if any(tile.suit is suit for tile in unseen))
            yield Pick(f"suit-{number}", text, suits, Suit.wording)
            tiles = tuple(tile for tile in unseen if tile.suit is answers[f"suit-{number}"])
            yield Pick(f"tile-{number}", Message("Its face?"), tiles, Tile.wording)
            unseen.remove(answers[f"tile-{number}"])
            places.remove(place)

    def make(answers: Answers) -> Move[State]:
        numbers = range(1, wanted + 1)
        return Refill(tuple(Laid(answers[f"place-{number}"], answers[f"tile-{number}"]) for number in numbers))

    yield Decision("refill", Message("Lay them out"), make, ask, owner=state.prefect, makes=("refill",))


def _place(place: int) -> Message:
    """Name a place, counted from 1 clockwise from the upper left."""
    return Message("place {n}", {"n": place + 1})


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
