"""Names of players, games and files: accepted characters, comparison, and unique names to show."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from unicodedata import category, combining, normalize

from companion.decoding import is_number
from companion.errors import CompanionError
from companion.locale import Message, alternatives

MAX_PLAYER_NAME = 60
"""Most letters of a player's name, as people count them: a letter with its accents, or an emoji, is one."""
MAX_GAME_NAME = 80
"""Most letters of a game's name."""
MAX_NAME_CHARACTERS = 200
"""Most Unicode characters of any name: the limit of the record format."""
MAX_MARKS = 8
"""Most combining marks on one letter; pointed Hebrew has four."""

MAX_FILE_NAME = 192
"""Most bytes of a text in a file name: systems allow 255, and a date, a number and an ending follow."""

_DEVICES = re.compile(r"con|prn|aux|nul|com\d|lpt\d", re.IGNORECASE)
"""The names of devices on Windows, with any ending."""
_JOINER, _NON_JOINER = "\u200d", "\u200c"
_INVISIBLE = frozenset("\u00ad\u034f\u061c\u180e\u200b\u200e\u200f\u2060\u2061\u2062\u2063\u2064\ufeff")
"""Left out of names: they have no width and do not change a letter."""
_BLANK = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and symbols by their category that show nothing."""
_VIRAMA = 9
"""The combining class of the marks that join two letters of an Indic script."""
_DIRECTIONS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""They change the reading direction of the text after them: a name could change how another name appears."""
_L, _V, _T, _SYLLABLES = range(0x1100, 0x1160), range(0x1160, 0x11A8), range(0x11A8, 0x1200), range(0xAC00, 0xD7A4)


class UnusableName(CompanionError):
    """A name that cannot be used."""


class NoSuchPlayer(CompanionError):
    """A text that names no player of a game, or more than one."""


def clean_name(written: str, longest: int = MAX_PLAYER_NAME) -> str:
    r"""Return a name as it is kept: composed, in one line, without blanks around it.

    Args:
        written: The name as it was typed.
        longest: The most letters, as people count them.

    Raises:
        UnusableName: Nothing in it can be seen, it is too long, or it holds control characters.

    >>> clean_name("  Ann   Lee\u200b ")
    'Ann Lee'
    """
    name = normalize_name(written)
    if any(category(one) in ("Cc", "Cs", "Zl", "Zp") for one in name):
        raise UnusableName(repr(written), Message("contains control characters"), Message("write the name in one line"))
    if not _DIRECTIONS.isdisjoint(name):
        raise UnusableName(
            repr(written),
            Message("contains characters that change the reading direction"),
            Message("type the name instead of pasting it"),
        )
    if not name:
        raise UnusableName(repr(written), Message("empty name"), Message("type at least one letter"))
    letters = list(graphemes(name))
    if len(letters) > longest or len(name) > MAX_NAME_CHARACTERS:
        reason = Message("name too long: {n} letters, at most {most}", {"n": len(letters), "most": longest})
        raise UnusableName(shorten(name, 20), reason, Message("type a shorter name"))
    if any(sum(category(one)[0] == "M" for one in letter) > MAX_MARKS for letter in letters):
        reason = Message("more than {most} accents on one letter", {"most": MAX_MARKS})
        raise UnusableName(shorten(name, 20), reason, Message("type the name without them"))
    return name


def normalize_name(written: str) -> str:
    """Return a name composed and without blanks and zero-width characters around it; "" if nothing can be seen."""
    name = normalize("NFC", "".join(one for one in written if one not in _INVISIBLE)).strip()
    if not any(ord(one) < 0x20 for one in name):
        name = " ".join(name.split())
    name = name.strip(_JOINER + _NON_JOINER + " ")
    return name if any(map(_is_visible, name)) or not _DIRECTIONS.isdisjoint(name) else ""


def player_names(written: Sequence[str]) -> tuple[str, ...]:
    """Return the names of a new game's players, by seat.

    Args:
        written: The names as they were typed, by seat.

    Returns:
        The cleaned names.

    Raises:
        UnusableName: One cannot be used, or two are the same but for case and blanks.
    """
    names = tuple(clean_name(one) for one in written)
    for seat, name in enumerate(names):
        if name_key(name) in map(name_key, names[:seat]):
            raise UnusableName(name, Message("two players have this name"), Message("add a letter to one of them"))
    return names


def game_name(names: Sequence[str]) -> str:
    """Return the usual name of a game: its players, as far as the record format has room."""
    return shorten(" – ".join(names), MAX_NAME_CHARACTERS)


def as_file_name(text: str, otherwise: str = "game") -> str:
    r"""Return a text from anywhere as a file name without its ending, in one folder and for every system.

    Args:
        text: The text.
        otherwise: The name if nothing of the text can be used.

    Returns:
        Its letters, digits, blanks and dashes, as far as there is room.

    >>> [as_file_name(text) for text in ("../../x", "/a/b: é?", "ev.1", "CON.", ".. ")]
    ['x', 'ab é', 'ev1', 'CON_', 'game']
    """
    plain = "".join(one for one in normalize("NFC", text) if one.isalnum() or one in " -–_").lstrip(" -–")
    plain = plain.encode(errors="ignore")[:MAX_FILE_NAME].decode(errors="ignore").rstrip() or otherwise
    return f"{plain}_" if _DEVICES.fullmatch(plain) else plain


def is_file_name(name: str) -> bool:
    """Return whether a name of at most 64 letters, which may hold single dots, is a file name as it stands."""
    return len(name) <= 64 and all(as_file_name(part) == part for part in name.split("."))


@cache
def distinct_names(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names of a kept game's players, each unique; new games have unique names already.

    >>> distinct_names(("Ann", "ann", " "))
    ('Ann', 'ann (2)', '#3')
    """
    shown: list[str] = []
    for seat, name in enumerate(names, start=1):
        unique = name if any(map(_is_visible, name)) else f"#{seat}"
        number = 2
        while name_key(unique) in map(name_key, shown):
            unique, number = f"{name} ({number})", number + 1
        shown.append(unique)
    return tuple(shown)


def find_seat(written: str, names: Sequence[str], place: str = "") -> int:
    """Return the seat of the player that was meant: a name, in any case and with blanks around it, or a seat from 0.

    Args:
        written: The name, or the seat.
        names: The players' names, by seat.
        place: The option that it was written for, to be named in errors.

    Returns:
        The seat, counted from 0.

    Raises:
        NoSuchPlayer: No player is called so, or several are.
    """
    own, shown = tuple(names), distinct_names(tuple(names))
    thing = f"{place} {written}".lstrip()
    for found in (
        [seat for seat, name in enumerate(own) if name == written],
        [seat for seat in range(len(own)) if name_key(written) in (name_key(own[seat]), name_key(shown[seat]))],
    ):
        if len(found) == 1:
            return found[0]
        if found:
            step = Message("use a seat number instead: {seats}", {"seats": alternatives(found)})
            raise NoSuchPlayer(thing, Message("{n} players have this name", {"n": len(found)}), step)
    number = written.strip()
    if is_number(number) and int(number) < len(own):
        return int(number)
    raise NoSuchPlayer(
        thing,
        Message("no such player"),
        Message("choose from: {names}, or a seat number from 0", {"names": alternatives(shown)}),
    )


def name_key(name: str) -> str:
    """Return what two spellings of one name have in common: case, blanks and zero-width characters do not count."""
    return normalize("NFC", normalize_name(name).casefold())


def graphemes(text: str) -> Iterator[str]:
    r"""Yield a text's letters as a reader counts them: accents, joined emoji and flags stay whole.

    These are the rules of Unicode's annex 29, except that a mark of any kind continues the letter before it.

    >>> [len(letter) for letter in graphemes("e\u0301👩\u200d👧🇫🇷🇩🇪")]
    [2, 3, 2, 2]
    """
    letter = ""
    for one in text:
        if letter and not _continues(letter, one):
            yield letter
            letter = ""
        letter += one
    if letter:
        yield letter


def shorten(text: str, most: int) -> str:
    """Return the text with at most ``most`` characters, cut between two letters."""
    if len(text) <= most:
        return text
    kept = ""
    for letter in graphemes(text):
        if len(kept) + len(letter) >= most:
            break
        kept += letter
    return kept.rstrip() + "…"


def _is_visible(one: str) -> bool:
    return category(one)[0] not in "CZM" or category(one) in ("Cn", "Co") if one not in _BLANK else False


def _continues(letter: str, one: str) -> bool:
    last = letter[-1]
    if one in (_JOINER, _NON_JOINER, "\uff9e", "\uff9f") or category(one) in ("Mn", "Mc", "Me") or combining(one):
        return True
    if last == _JOINER:
        return _is_pictured(one)
    if combining(last) == _VIRAMA and category(one) == "Lo":
        return True
    if "\U0001f3fb" <= one <= "\U0001f3ff" or "\U000e0020" <= one <= "\U000e007f":
        return True
    if _is_flag(one):
        return len(letter) % 2 == 1 and all(map(_is_flag, letter))
    return _joins_syllable(ord(last), ord(one)) or (last == "\r" and one == "\n")


def _is_flag(one: str) -> bool:
    return "\U0001f1e6" <= one <= "\U0001f1ff"


def _is_pictured(one: str) -> bool:
    """Return whether it may follow a joiner in an emoji; letters of Arabic and Indic scripts begin a new letter."""
    return category(one) in ("So", "Sm", "Po", "Cn")


def _joins_syllable(last: int, one: int) -> bool:
    """Return whether a Korean letter continues the syllable before it."""
    if last in _L:
        return one in _L or one in _V or one in _SYLLABLES
    open_ = last in _SYLLABLES and (last - 0xAC00) % 28 == 0
    return (one in _V and (last in _V or open_)) or (one in _T and (last in _V or last in _T or last in _SYLLABLES))
