"""What can be done in a game now, as a JSON document and as lines."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypedDict

from companion.cli.output import translate
from companion.cli.painters.fields import FieldPainter
from companion.cli.terminal import Console, make_table
from companion.cli.typed_decisions import offered_decisions
from companion.games.decisions import Decision
from companion.games.declared import LegalMove
from companion.games.documents import Json
from companion.journal.course.course import AnyCourse
from companion.locale import Message, Wording
from companion.play.move_words import notation_of, write_move
from companion.play.possible_moves import PossibleMove, SeatOptions, seats_asked
from companion.play.typed_moves import matching_moves

WIDTH = 80
"""Letters of a line of cards that can be typed."""
MAX_LISTED = 12
"""Most moves of one name that are listed; of more, only their number."""

Row = tuple[str, Message | str]
"""What is typed, and what it means."""


class MadeEntry(TypedDict):
    """An entry that a command appended."""

    seq: int
    move: Json
    """As in a record."""
    text: str


class ListedMove(TypedDict):
    """A legal move."""

    typed: str
    """As `companion play` reads it."""
    move: Json
    """As in a record."""
    effect: str
    """What would happen, as the history would say it."""
    preview: str | None
    """What it changes on the table, in a few words."""
    otherwise: list[str]
    """The same move with each other amount that is possible."""


class AskedField(TypedDict):
    """A field of a decision."""

    name: str
    text: str
    proposed: str | None
    """The answer unless another is given."""
    answers: list[tuple[str, str]]
    """What can be typed, with what it means or what follows; in parentheses what is refused, with the reason."""


class TypedForm(TypedDict):
    """A decision. It makes moves that are too many to list, too."""

    decision: str
    """Its name: `companion play GAME NAME FIELD=WORD …` makes its move."""
    text: str
    optional: bool
    """Whether play goes on without it."""
    typed: list[str]
    """How each of its moves is typed: capitals are values, brackets stand around what may be left out."""
    fields: list[AskedField]
    """What is asked first; more may follow from the answers."""


class PlayersOptions(TypedDict):
    """What a player can do now."""

    seat: int
    name: str
    asked: list[str]
    """What play waits for."""
    asked_in_secret: list[str]
    moves: list[ListedMove]
    forms: list[TypedForm]


class PlayDocument(TypedDict):
    """What was done in a game, and what can be done now."""

    id: str
    name: str
    game: str
    seq: int
    """How many entries the game has."""
    over: bool
    made: list[MadeEntry]
    """The entries of this command."""
    players: list[PlayersOptions]
    """By seat."""
    forms: list[TypedForm]
    """What anybody at the table may do."""


def possible_document(course: AnyCourse, made: Sequence[MadeEntry]) -> PlayDocument:
    """Return what each player can do now.

    Args:
        course: The game.
        made: The entries that this command appended.

    Returns:
        The document that ``companion play --json`` prints, without format and version.
    """
    game = course.game
    return PlayDocument(
        id=game.id,
        name=game.name,
        game=game.game,
        seq=course.seq,
        over=course.rules.over(course.state),
        made=list(made),
        players=[_options_of(SeatOptions(course, seat, None)) for seat in range(len(game.names))],
        forms=[_typed_form(course, one) for one in SeatOptions(course, 0, None).decisions(None)],
    )


def made_document(course: AnyCourse, seq: int) -> list[MadeEntry]:
    """Return the entries after ``seq`` as this command's part of the document."""
    return [
        MadeEntry(seq=line.entry.seq, move=dict(line.entry.move), text=translate(line.message))
        for line in course.history()
        if line.entry.seq > seq
    ]


def _options_of(options: SeatOptions) -> PlayersOptions:
    course = options.course
    over = course.rules.over(course.state)
    return PlayersOptions(
        seat=options.seat,
        name=course.game.names[options.seat],
        asked=[translate(one.text) for one in options.asked()],
        asked_in_secret=[translate(text) for text in options.sealed()],
        moves=[] if over else [_listed_move(course, one) for one in options.moves()],
        forms=[_typed_form(course, one) for one in options.decisions(options.seat)],
    )


def _listed_move(course: AnyCourse, one: PossibleMove) -> ListedMove:
    return ListedMove(
        typed=write_move(course, one.move),
        move=course.rules.move_to_json(one.move),
        effect=translate(one.effect),
        preview=None if one.preview is None else translate(one.preview),
        otherwise=[write_move(course, move) for move in one.paid_otherwise],
    )


def _typed_form(course: AnyCourse, decision: Decision[Any]) -> TypedForm:
    patterns = typed_patterns(course)
    typed = [f"{name} {patterns[name]}".strip() for name in decision.makes] if patterns else [decision.name]
    painter = FieldPainter(course.rules.view(course.state, course.game.names, None), WIDTH)
    fields = [
        AskedField(
            name=one.name,
            text=translate(one.text),
            proposed=None if one.proposed is None else one.write(one.proposed),  # type: ignore[arg-type]  # its own value
            answers=list(painter.answers(one)),
        )
        for one in decision.fields
    ]
    text, optional = translate(decision.text), decision.optional
    return TypedForm(decision=decision.name, text=text, optional=optional, typed=typed, fields=fields)


def print_possible(console: Console, course: AnyCourse, words: Sequence[str]) -> None:
    """Print what is asked, then the legal moves that the words may mean, each with what follows.

    Args:
        console: The terminal.
        course: The game.
        words: The beginning of a move; empty for all of them.
    """
    if not course.rules.over(course.state):
        typed_patterns(course)  # raises before anything is printed
    print_asked(console, course)
    if course.rules.over(course.state):
        for remark in course.rules.view(course.state, course.game.names, None).remarks:
            console.print(remark, soft_wrap=True)
        return
    if words:
        rows = [_listed_row(course, LegalMove(move)) for move in matching_moves(course, words)]
        if not rows:
            console.print(Message("No matching move is possible now."))
            return
    else:
        rows = [row for seat in range(len(course.game.names)) for row in _listed_rows(course, seat)]
        rows += _form_rows(course)
    console.print(make_table(rows))


def typed_patterns(course: AnyCourse) -> Mapping[str, str]:
    """Return the patterns of typed moves; none for a game whose decisions alone are typed.

    Raises:
        NoTypedMoves: The game has neither.
    """
    return {} if course.rules.notation is None and offered_decisions(course) else notation_of(course).patterns


def print_asked(console: Console, course: AnyCourse) -> None:
    """Print what play waits for, by player."""
    for seat in seats_asked(course):
        options = SeatOptions(course, seat, None)
        for text in (*(one.text for one in options.asked()), *options.sealed()):
            asked: Wording = {"name": course.game.names[seat], "text": text}
            console.print(Message("{name}: {text}", asked), style="bold", soft_wrap=True)


def _listed_rows(course: AnyCourse, seat: int) -> Iterator[Row]:
    """Yield a seat's legal moves; of a name with many, only their number."""
    by_name: dict[str, list[LegalMove[Any]]] = {}
    for one in course.rules.legal_moves(SeatOptions(course, seat, None).state, seat):
        by_name.setdefault(write_move(course, one.move, seat=False).split()[0], []).append(one)
    for name, moves in by_name.items():
        if len(moves) > MAX_LISTED:
            count = Message("{n} possible move", {"n": len(moves)}, "{n} possible moves", "n")
            yield f"{name} {notation_of(course).patterns[name]}".strip(), count
        else:
            yield from (_listed_row(course, one) for one in moves)


def _listed_row(course: AnyCourse, one: LegalMove[Any]) -> Row:
    possible = SeatOptions(course, getattr(one.move, "player", 0), None).possible(one.move)
    shown = translate(possible.effect)
    if possible.preview is not None:
        shown += f" ({translate(possible.preview)})"
    if one.paid_otherwise:
        others = {"n": len(one.paid_otherwise)}
        shown += f"; {translate(Message('or {n} other amount', others, 'or {n} other amounts', 'n'))}"
    return write_move(course, one.move), shown


def _form_rows(course: AnyCourse) -> Iterator[Row]:
    """Yield how moves are written that cannot be listed."""
    patterns, shown = typed_patterns(course), set[str]()
    if not patterns:
        yield from ((name, decision.text) for name, decision in offered_decisions(course).items())
        return
    for seat in seats_asked(course):
        options = SeatOptions(course, seat, None)
        listed = {write_move(course, move, seat=False).split()[0] for move in options.legal()}
        for decision in (*options.decisions(seat), *options.decisions(None)):
            for name in decision.makes if listed.isdisjoint(decision.makes) else ():
                if name not in shown and name != "correct":
                    shown.add(name)
                    yield f"{name} {patterns[name]}".strip(), decision.text
