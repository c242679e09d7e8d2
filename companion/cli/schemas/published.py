"""The published documents, by name, and their schemas."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from companion.bluetooth import FoundDie
from companion.cli.backups import BackupDocument, RestoreDocument
from companion.cli.findings import Finding
from companion.cli.forget import ForgetDocument
from companion.cli.game_keeping import DeleteDocument, RenameDocument
from companion.cli.magistratvm.schemas import MAGISTRATVM_SHAPES
from companion.cli.magnate.schemas import MAGNATE_SHAPES
from companion.cli.new import NewDocument
from companion.cli.possible_output import PlayDocument
from companion.cli.records import ImportDocument
from companion.cli.schemas.club import (
    DiceTable,
    GamesTable,
    HistoryDocument,
    LeftGames,
    PairsTable,
    PlayersTable,
)
from companion.cli.schemas.demonstration import DemoDocument
from companion.cli.schemas.equipment import (
    DiceSetDocument,
    DieEvent,
    ForgottenDeck,
    MissingViews,
    PortRow,
    RollerNotice,
    RollerStatus,
    RollerTest,
    SourceRow,
    TableDice,
    UnusableDeckRow,
)
from companion.cli.schemas.events import events_of
from companion.cli.schemas.game_documents import ShapesOfGame
from companion.cli.schemas.games import (
    GameDocument,
    GameRow,
    ReplayDocument,
    ShowDocument,
)
from companion.cli.schemas.photos import ReadPhoto, UnreadPhoto
from companion.cli.schemas.roll import RollInDoubt
from companion.cli.schemas.sheet import RulesDocument
from companion.cli.schemas.versions import VERSIONS, format_name
from companion.cli.sorcerous_futures.schemas import FUTURES_SHAPES
from companion.games.documents import Json
from companion.games.json_schema import FieldsOf, SchemaBuilder
from companion.games.record_schema import DEFINITIONS
from companion.games.registry import DEFAULT_GAME, games
from companion.games.registry import game as named_game
from companion.journal.copies.transfer import Transferred
from companion.journal.records.record_schema import schema_of as record_of
from companion.journal.records.record_schema import schema_of_all
from companion.journal.store.aliases_and_seasons import KeptSeason, OtherName
from companion.vision.decks.known_decks import EnrolledDeck

RECORD = "record"
"""The record format has versions of its own; its definitions of cards, moves and setups hold in other documents too."""

GAMES = (MAGNATE_SHAPES, FUTURES_SHAPES, MAGISTRATVM_SHAPES)
"""Every game's part of the documents."""


@dataclass(frozen=True)
class Published:
    """A document: its title, and the kinds of object that it may be; a list of them if ``many``."""

    title: str
    objects: tuple[FieldsOf, ...] = ()
    many: bool = False
    by_game: Mapping[str, tuple[FieldsOf, ...]] = field(default_factory=dict)
    """Further kinds of object, by the name of the game."""


def _by_game(objects: Callable[[ShapesOfGame], Sequence[FieldsOf | None]]) -> dict[str, tuple[FieldsOf, ...]]:
    each = {game.name: tuple(one for one in objects(game) if one is not None) for game in GAMES}
    return {name: made for name, made in each.items() if made}


DOCUMENTS: Mapping[str, Published] = {
    "see": Published(
        "What is seen in each photo, in the order given", (FieldsOf((ReadPhoto,)), FieldsOf((UnreadPhoto,))), True
    ),
    "score": Published("What a table is worth", by_game=_by_game(lambda game: (game.score,))),
    "foresee": Published("What may come in a game", by_game=_by_game(lambda game: (game.foresee,))),
    "roll": Published("One roll", (FieldsOf((RollInDoubt,)),), by_game=_by_game(lambda game: game.rolls)),
    "doctor": Published("What works on a machine", (FieldsOf((Finding,)),), True),
    "new": Published("A game that is kept from now on", (FieldsOf((NewDocument,)),)),
    "import": Published("A record's game, kept", (FieldsOf((ImportDocument,)),)),
    "games": Published("The games kept here, the newest first", (FieldsOf((GameRow,)),), True),
    "show": Published(
        "A game kept here",
        by_game=_by_game(lambda game: (FieldsOf((GameDocument, game.game, ShowDocument, game.show)),)),
    ),
    "replay": Published(
        "A record, folded",
        by_game=_by_game(lambda game: (FieldsOf((GameDocument, game.game, ReplayDocument, game.replay)),)),
    ),
    "play": Published("What was done in a game, and what can be done now", (FieldsOf((PlayDocument,)),)),
    "rename": Published("A game with new names", (FieldsOf((RenameDocument,)),)),
    "delete": Published("A deleted game", (FieldsOf((DeleteDocument,)),)),
    "forget": Published("A person who is deleted", (FieldsOf((ForgetDocument,)),)),
    "backup": Published("A backup that was made", (FieldsOf((BackupDocument,)),)),
    "restore": Published("A backup that was brought back", (FieldsOf((RestoreDocument,)),)),
    "transfer": Published("Games taken from one journal into another", (FieldsOf((Transferred, LeftGames)),)),
    "history": Published(
        "A club's history",
        tuple(FieldsOf((HistoryDocument, table)) for table in (GamesTable, PlayersTable, PairsTable, DiceTable)),
    ),
    "names": Published("Players' other names", (FieldsOf((OtherName,), ("key",)),), True),
    "seasons": Published("A club's seasons", (FieldsOf((KeptSeason,), ("key",)),), True),
    "deck": Published("A deck that was taught", (FieldsOf((EnrolledDeck, MissingViews)),)),
    "decks": Published(
        "The decks that the reader knows", (FieldsOf((EnrolledDeck,)), FieldsOf((UnusableDeckRow,))), True
    ),
    "forgotten-deck": Published("A deck that is no longer known", (FieldsOf((ForgottenDeck,)),)),
    "rollers": Published("The ports at which a roller may be", (FieldsOf((PortRow,)),), True),
    "roller-event": Published("What a roller does", (FieldsOf((RollerNotice,)), FieldsOf((RollerStatus,)))),
    "roller-test": Published("What a roller that was just built did", (FieldsOf((RollerTest,)),)),
    "roller-stats": Published("How dice fell, by where the rolls came from", (FieldsOf((SourceRow,)),), True),
    "found-dice": Published("Bluetooth dice that are awake", (FieldsOf((FoundDie,)),), True),
    "dice": Published("The table's Bluetooth dice, and taught sets of dice", (FieldsOf((TableDice,)),)),
    "dice-set": Published("A set of dice that was taught", (FieldsOf((DiceSetDocument,)),)),
    "dice-event": Published("What a Bluetooth die reports", (FieldsOf((DieEvent,)),)),
    "demo": Published("The main job on bundled input", (FieldsOf((DemoDocument,)),)),
    "event": Published("An event of a live table", events_of(GAMES)),
    "rules": Published("A cheat sheet", (FieldsOf((RulesDocument,)),)),
}

ANSWERS: Json = {
    "title": "Answers to what a photo leaves open, for companion score --answers",
    "description": " ".join(game.answers for game in GAMES if game.answers),
    "type": "object",
    "additionalProperties": {"type": "string"},
}


def schema_of(document: str) -> Json:
    """Return a schema.

    Args:
        document: The name of a command's document, ``answers``, which ``score`` reads, or ``record``.
    """
    if document == RECORD:
        return schema_of_all(games())
    if document == "answers":
        return {**_head(document), **ANSWERS}
    published = DOCUMENTS[document]
    one, known = _of_one_game(document, published) if len(published.by_game) < 2 else _of_several(document, published)
    whole = {"type": "array", "items": one} if published.many else one
    return {**_head(document), "title": published.title, **whole, **known}


def _of_one_game(document: str, published: Published) -> tuple[Json, Json]:
    """Return the object, or the choice of objects, and the definitions that they share."""
    format_name = next(iter(published.by_game), DEFAULT_GAME)
    return _either(document, format_name, (*published.by_game.get(format_name, ()), *published.objects))


def _of_several(document: str, published: Published) -> tuple[Json, Json]:
    """Return a choice of games, each with an ``$id`` of its own, as each game defines its cards and moves."""
    by_game = []
    for game, objects in published.by_game.items():
        one, known = _either(document, game, objects)
        by_game.append({"$id": f"urn:decktet-companion:{document}:{VERSIONS[document]}:{game}", **one, **known})
    others, known = _either(document, DEFAULT_GAME, published.objects) if published.objects else ({}, {})
    return {"anyOf": [*by_game, *([others] if others else ())]}, known


def _either(document: str, game: str, objects: Sequence[FieldsOf]) -> tuple[Json, Json]:
    builder = SchemaBuilder({**DEFINITIONS, **record_of(named_game(game))["$defs"]})
    shapes = [_add_stamp(document, builder.object_of(made)) for made in objects]
    known = {"$defs": builder.definitions} if builder.definitions else {}
    return (shapes[0] if len(shapes) == 1 else {"anyOf": shapes}), known


def _head(document: str) -> Json:
    schema = "https://json-schema.org/draft/2020-12/schema"
    return {"$schema": schema, "$id": f"urn:decktet-companion:{document}:{VERSIONS[document]}"}


def _add_stamp(document: str, shape: Json) -> Json:
    stamp: Json = {"format": {"const": format_name(document)}, "version": {"const": VERSIONS[document]}}
    properties = {**stamp, **shape["properties"]}
    return {**shape, "required": [*stamp, *shape["required"]], "properties": properties}
