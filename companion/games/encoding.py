"""The common parts of all games' documents: moves and setups in and out of JSON, options by preset, questions."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Generic, Protocol, TypeVar

from companion.errors import within
from companion.games.documents import Fields, Json, read_text
from companion.games.errors import UnreadableDocument
from companion.games.field_types import Kinds, Reader, Readers, Writers
from companion.games.protocol import Waiting
from companion.games.record_schema import RecordSchema, derive_record_schema
from companion.locale import Message

SetupT = TypeVar("SetupT")
MoveT = TypeVar("MoveT")
StateT = TypeVar("StateT")
OptionsT = TypeVar("OptionsT")
OptionsT_co = TypeVar("OptionsT_co", covariant=True)


class Encoding(Generic[SetupT, MoveT]):
    """A game's values as JSON documents, and back without loss.

    ``moves`` and ``facts`` are the kinds of moves, and of facts in a correction, by their names in documents. ``fact``
    is the type of any fact. ``readers`` and ``writers`` are those of values with a notation of their own.

    Readers take the value's place in its document for their errors, and raise
    :class:`~companion.games.errors.UnreadableDocument`.
    """

    def __init__(
        self,
        setup: type[SetupT],
        moves: Kinds,
        fact: Any,
        facts: Kinds,
        readers: Mapping[Any, Reader],
        writers: Mapping[type[Any], Callable[[Any], Any]],
    ) -> None:
        self._types = (setup, moves, fact, facts)
        read = Readers({**readers, fact: Readers(readers).tagged(facts)})
        self._read_move, self._read_setup = read.tagged(moves), read.of(setup)
        self.to_json = Writers(writers, moves, facts)
        """Write any of the game's values."""

    def move_to_json(self, move: MoveT) -> Json:
        """Return a move as JSON: ``{"type": "bid", "player": 0, "gold": 8}``."""
        document: Json = self.to_json(move)
        return document

    def move_from_json(self, document: object, place: str = "move") -> MoveT:
        """Read a move from JSON; fields with a default may be left out."""
        move: MoveT = self._read_move(document, place)
        return move

    def setup_to_json(self, setup: SetupT) -> Json:
        """Return a setup as JSON, without the fields that follow from the options."""
        return {name: value for name, value in self.to_json(setup).items() if value is not None}

    def setup_from_json(self, document: object, place: str = "setup") -> SetupT:
        """Read a setup from JSON."""
        setup: SetupT = self._read_setup(document, place)
        return setup

    def record_schema(
        self, players: tuple[int, int], presets: Mapping[str, Any], notations: Mapping[Any, Json] | None = None
    ) -> RecordSchema:
        """Return the schema of the game's records; ``notations`` are those of types with a notation of their own."""
        options = type(next(iter(presets.values())))
        return derive_record_schema(players, options, presets, *self._types, notations)


class OptionsReader(Protocol[OptionsT_co]):
    """A reader of options from JSON."""

    def __call__(self, document: object, place: str = "options") -> OptionsT_co:
        """Read options; ``place`` is their place in the document."""


def options_reader(presets: Mapping[str, OptionsT]) -> OptionsReader[OptionsT]:
    """Return a reader of options by name; those left out come from the named preset, or else the first one."""
    usual = next(iter(presets))
    readers = Readers({}).fields(type(presets[usual]))

    def read(document: object, place: str = "options") -> OptionsT:
        found = Fields(document, place)
        name = found.take_or("preset", read_text, usual)
        if name not in presets:
            raise UnreadableDocument(
                within(found.at("preset"), repr(name)),
                Message("unknown preset"),
                Message("choose from: {presets}", {"presets": ", ".join(presets)}),
            )
        changed = {one: found.take(one, read) for one, read in readers.items() if found.has(one)}
        found.done()
        return replace(presets[name], **changed)  # type: ignore[type-var]  # a dataclass, as its fields are read

    return read


def questions_to_json(waiting: Iterable[Waiting[Any]]) -> list[Json]:
    """Return the questions that block play, for readers of a state."""
    return [{"owner": one.owner, "kind": one.kind, "text": str(one.text)} for one in waiting]


def result_to_json(winners: Sequence[int], why: Message) -> Json:
    """Return the seat that wins alone, or null, and the English sentence about the result."""
    return {"winner": winners[0] if len(winners) == 1 else None, "why": str(why)}
