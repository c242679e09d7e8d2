"""The published documents, by name, and their schemas."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from companion.bluetooth import FoundDie
from companion.cli.doctor_checks import Finding
from companion.cli.game_keeping import DeleteDocument, ForgetDocument, RenameDocument
from companion.cli.magistratvm.schemas import MAGISTRATVM_SHAPES
from companion.cli.magnate.schemas import MAGNATE_SHAPES
from companion.cli.new import NewDocument
from companion.cli.possible_output import PlayDocument
from companion.cli.records import BackupDocument, ImportDocument, RestoreDocument
from companion.cli.schemas import equipment
from companion.cli.schemas import games as shapes
from companion.cli.schemas.events import events_of
from companion.cli.schemas.readings import ReadPhoto, RollInDoubt, UnreadPhoto
from companion.cli.schemas.versions import VERSIONS, format_name
from companion.cli.sorcerous_futures.schemas import FUTURES_SHAPES
from companion.games.documents import Json
from companion.games.json_schema import FieldsOf, SchemaBuilder
from companion.games.record_schema import DEFINITIONS
from companion.games.registry import DEFAULT_GAME, games
from companion.games.registry import game as rules_of
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


def _by_game(objects: Callable[[shapes.ShapesOfGame], Sequence[FieldsOf | None]]) -> dict[str, tuple[FieldsOf, ...]]:
    each = {game.name: tuple(shape for shape in objects(game) if shape is not None) for game in GAMES}
    return {name: shapes for name, shapes in each.items() if shapes}


DOCUMENTS: Mapping[str, Published] = {
    "see": Published(
        "The cards and dice in each photo, in the order of the photos",
        (FieldsOf((ReadPhoto,)), FieldsOf((UnreadPhoto,))),
        True,
    ),
    "score": Published("The score of a table", by_game=_by_game(lambda game: (game.score,))),
    "foresee": Published("The forecast of a game", by_game=_by_game(lambda game: (game.foresee,))),
    "roll": Published("One roll", (FieldsOf((RollInDoubt,)),), by_game=_by_game(lambda game: game.rolls)),
    "doctor": Published("The checks of a computer", (FieldsOf((Finding,)),), True),
    "new": Published("A new saved game", (FieldsOf((NewDocument,)),)),
    "import": Published("The saved game of a record", (FieldsOf((ImportDocument,)),)),
    "games": Published("The saved games, newest first", (FieldsOf((shapes.GameRow,)),), True),
    "show": Published("A saved game", by_game=_by_game(lambda game: (game.show,))),
    "replay": Published("A replayed record", by_game=_by_game(lambda game: (game.replay,))),
    "play": Published("The moves that were made, and those that can be made now", (FieldsOf((PlayDocument,)),)),
    "rename": Published("A renamed game", (FieldsOf((RenameDocument,)),)),
    "delete": Published("A deleted game", (FieldsOf((DeleteDocument,)),)),
    "forget": Published("A deleted person", (FieldsOf((ForgetDocument,)),)),
    "backup": Published("A backup", (FieldsOf((BackupDocument,)),)),
    "restore": Published("A restored backup", (FieldsOf((RestoreDocument,)),)),
    "transfer": Published("Games taken from one journal into another", (FieldsOf((Transferred, shapes.LeftGames)),)),
    "history": Published("A club's history", shapes.HISTORY),
    "names": Published("Players' other names", (FieldsOf((OtherName,), ("key",)),), True),
    "seasons": Published("A club's seasons", (FieldsOf((KeptSeason,), ("key",)),), True),
    "deck": Published("A taught deck", (FieldsOf((EnrolledDeck, equipment.MissingViews)),)),
    "decks": Published("The known decks", (FieldsOf((EnrolledDeck,)), FieldsOf((equipment.UnusableDeckRow,))), True),
    "forgotten-deck": Published("A deleted deck", (FieldsOf((equipment.ForgottenDeck,)),)),
    "rollers": Published("The ports at which a roller may be", (FieldsOf((equipment.PortRow,)),), True),
    "roller-event": Published(
        "An event of a dice roller", (FieldsOf((equipment.RollerNotice,)), FieldsOf((equipment.RollerStatus,)))
    ),
    "roller-test": Published("The test of a newly built dice roller", (FieldsOf((equipment.RollerTest,)),)),
    "roller-stats": Published("How often each face was rolled, by source", (FieldsOf((equipment.SourceRow,)),), True),
    "found-dice": Published("Bluetooth dice that are awake", (FieldsOf((FoundDie,)),), True),
    "dice": Published("The table's Bluetooth dice, and taught sets of dice", (FieldsOf((equipment.TableDice,)),)),
    "dice-set": Published("A taught set of dice", (FieldsOf((equipment.DiceSetDocument,)),)),
    "dice-event": Published("A report of a Bluetooth die", (FieldsOf((equipment.DieEvent,)),)),
    "demo": Published("The demonstration, on the bundled photo and game", (FieldsOf((shapes.DemoDocument,)),)),
    "event": Published("An event of a live table", events_of(GAMES)),
    "rules": Published("A cheat sheet", (FieldsOf((shapes.RulesDocument,)),)),
}

ANSWERS: Json = {
    "title": "Answers to the questions about a photo, for companion score --answers",
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
    describe = _of_one_game if len(published.by_game) < 2 else _of_several_games
    shape, definitions = describe(document, published)
    whole = {"type": "array", "items": shape} if published.many else shape
    return {**_head(document), "title": published.title, **whole, **definitions}


def _of_one_game(document: str, published: Published) -> tuple[Json, Json]:
    """Return the object, or the choice of objects, and the definitions that they share."""
    game = next(iter(published.by_game), DEFAULT_GAME)
    return _either(document, game, (*published.by_game.get(game, ()), *published.objects))


def _of_several_games(document: str, published: Published) -> tuple[Json, Json]:
    """Return a choice of games, each with an ``$id`` of its own, as each game defines its cards and moves."""
    by_game = []
    for game, objects in published.by_game.items():
        shape, definitions = _either(document, game, objects)
        by_game.append({"$id": f"urn:decktet-companion:{document}:{VERSIONS[document]}:{game}", **shape, **definitions})
    if not published.objects:
        return {"anyOf": by_game}, {}
    others, definitions = _either(document, DEFAULT_GAME, published.objects)
    return {"anyOf": [*by_game, others]}, definitions


def _either(document: str, game: str, objects: Sequence[FieldsOf]) -> tuple[Json, Json]:
    builder = SchemaBuilder({**DEFINITIONS, **record_of(rules_of(game))["$defs"]})
    shapes = [_add_stamp(document, builder.object_of(fields)) for fields in objects]
    definitions = {"$defs": builder.definitions} if builder.definitions else {}
    return (shapes[0] if len(shapes) == 1 else {"anyOf": shapes}), definitions


def _head(document: str) -> Json:
    schema = "https://json-schema.org/draft/2020-12/schema"
    return {"$schema": schema, "$id": f"urn:decktet-companion:{document}:{VERSIONS[document]}"}


def _add_stamp(document: str, shape: Json) -> Json:
    stamp: Json = {"format": {"const": format_name(document)}, "version": {"const": VERSIONS[document]}}
    properties = {**stamp, **shape["properties"]}
    return {**shape, "required": [*stamp, *shape["required"]], "properties": properties}
