"""Paints a field of a decision: the words that answer it, each with what it means or what follows."""

from collections.abc import Iterable, Iterator

from companion.cli.painters.painter import Painter
from companion.games.fields import BETWEEN, Amount, Cards, Die, Field, Payment, Pick, Place, Text


class FieldPainter(Painter):
    """Paints the fields of one decision."""

    __slots__ = ()

    def answers(self, field: Field) -> Iterator[tuple[str, str]]:
        """Yield rows: what can be typed, and what it means."""
        match field:
            case Pick():
                for value in field.offered:
                    yield field.write(value), f"{self.say(field.label(value))} {field.preview(value) or ''}".rstrip()
                yield from ((f"({field.write(value)})", self.say(why)) for value, why in field.refused().items())
            case Place():
                labels = {spot.id: self.say(spot.label) for spot in self.view.spots()}
                for spot in field.offered:
                    yield spot, f"{labels.get(spot, '')}: {self.say(field.preview(spot))}".removeprefix(": ")
                yield from ((f"({spot})", self.say(why)) for spot, why in field.refused().items())
            case Die():
                yield from ((str(face), self.say(text)) for face, text in enumerate(field.faces, 1))
            case Cards():
                by_note: dict[str, list[str]] = {}
                for card in field.offered:
                    by_note.setdefault(self.say(field.note(card)), []).append(str(card))
                for note, codes in by_note.items():
                    yield from ((line, note) for line in self.wrap(codes, " ", ""))
            case Amount():
                yield f"{field.least}–{field.most}", " ".join(map(str, field.quick))
            case Payment():
                yield str(field.proposed or field.purse), f"/ {field.purse}"
            case Text():
                yield "…", ""


def read_typed(field: Field, line: str) -> str:
    """Return a typed line as a word of the field: letters may be small, a beginning is enough, blanks part cards.

    Raises:
        UnusableAnswer: The field does not take it.
    """
    match field:
        case Text():
            word = field.write(line)
        case Cards():
            parts = (among(typed, map(str, field.offered)) for typed in line.replace(",", " ").split())
            word = BETWEEN.join(parts)
        case Pick() | Place():
            word = among(line, map(field.write, field.offered))
        case Payment():
            word = line.upper()
        case _:
            word = line
    field.read(word)
    return word


def among(typed: str, words: Iterable[str]) -> str:
    """Return the word that is meant, or what was typed."""
    folded, found = typed.casefold(), list(words)
    begun = [one for one in found if one.casefold().startswith(folded)]
    exact = [one for one in begun if one.casefold() == folded]
    return (exact or begun)[0] if exact or len(begun) == 1 else typed
