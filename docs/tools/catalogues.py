"""``python -m docs.tools.catalogues``: gathers what is said to people, and compiles the translations.

Gathered are the constant texts of ``Message(…)``, ``_(…)`` and ``ngettext(…)`` in Python and in kv, and the values of
dictionaries called ``_NAMES`` (the names of cards and suits). Of the command line's help, paragraph by paragraph:
``help="…"``, the texts of ``PANEL`` and ``WORDS``, and the docstrings of commands. The English text is its own key, so
English needs no catalogue. ``--check`` changes nothing and fails where something is out of date.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from string import Formatter

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from companion.locale.languages import CATALOGUES, DOMAIN, LANGUAGES

PACKAGE = CATALOGUES.parent
_QUOTED = r"""('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
_IN_KV = re.compile(rf"\b(?:_\(\s*{_QUOTED}|ngettext\(\s*{_QUOTED}\s*,\s*{_QUOTED})")
_NO_DATE = datetime(2026, 1, 1, tzinfo=UTC)
"""In every catalogue, so that a catalogue changes only when its words do."""
_SAYING = {"Message", "_", "gettext", "ngettext"}


@dataclass(frozen=True, slots=True)
class Saying:
    """One text as it stands in the sources, and where."""

    text: str
    plural: str | None
    place: tuple[str, int]


def sayings(package: Path = PACKAGE) -> list[Saying]:
    """Everything said to people in the sources below ``package``, in the order of its files."""
    found: list[Saying] = []
    for path in sorted(package.rglob("*")):
        place = path.relative_to(package.parent).as_posix()
        if path.suffix == ".py":
            tree = ast.parse(path.read_text("utf8"))
            found += _in_python(tree, place)
            if path.is_relative_to(package / "cli"):
                found += _help_texts(tree, place)
        elif path.suffix == ".kv":
            found += _in_kv(path.read_text("utf8"), place)
    return found


def updated(language: str, package: Path = PACKAGE) -> Catalog:
    """The catalogue of ``language`` as it should be: its translations kept, what is new left empty."""
    template = Catalog()
    for saying in sayings(package):
        key = saying.text if saying.plural is None else (saying.text, saying.plural)
        template.add(key, locations=[saying.place])
    path = _folder(language) / f"{DOMAIN}.po"
    with path.open("rb") as file:
        catalogue = read_po(file, locale=language, domain=DOMAIN)
    catalogue.update(template, no_fuzzy_matching=True)
    for message in catalogue:
        message.flags.discard("fuzzy")  # nothing was guessed; Babel marks new plurals so and would leave them out
    catalogue.obsolete.clear()
    catalogue.creation_date = catalogue.revision_date = _NO_DATE
    return catalogue


def untranslated(catalogue: Catalog) -> list[str]:
    """The texts that have no translation, or not for each plural form."""
    return [_key(message.id) for message in catalogue if message.id and not all(_strings(message.string))]


def with_other_places(catalogue: Catalog) -> list[str]:
    """The texts whose translation names other ``{places}`` than the text: they would fail when spoken.

    A translation of a singular may leave its number out ("one token").
    """
    wrong = []
    for message in catalogue:
        ids = (message.id,) if isinstance(message.id, str) else tuple(message.id)
        strings = _strings(message.string)
        allowed = set().union(*(_places(text) for text in ids))
        for string in strings:
            if string and not (_places(string) == allowed or (len(ids) > 1 and _places(string) <= allowed)):
                wrong.append(_key(message.id))
    return wrong


def po_text(catalogue: Catalog) -> bytes:
    """The catalogue as it is kept: by text, without places, so that it changes only where words do."""
    out = BytesIO()
    write_po(out, catalogue, width=110, no_location=True, sort_output=True)
    return out.getvalue()


def mo_bytes(catalogue: Catalog) -> bytes:
    """The compiled catalogue."""
    out = BytesIO()
    write_mo(out, catalogue)
    return out.getvalue()


def main(arguments: list[str]) -> int:
    """Updates and compiles every catalogue; with ``--check`` only says what is out of date."""
    status = 0
    for language in LANGUAGES:
        if language == "en":
            continue
        catalogue = updated(language)
        files = {f"{DOMAIN}.po": po_text(catalogue), f"{DOMAIN}.mo": mo_bytes(catalogue)}
        for name, content in files.items():
            path = _folder(language) / name
            if "--check" not in arguments:
                path.write_bytes(content)
            elif path.read_bytes() != content:
                print(f"{path.relative_to(PACKAGE.parent)} is out of date")
                status = 1
        for text in untranslated(catalogue):
            print(f"{language}: not translated: {text}")
            status = 1
        for text in with_other_places(catalogue):
            print(f"{language}: the translation has other places: {text}")
            status = 1
    return status


def _in_python(tree: ast.Module, place: str) -> Iterator[Saying]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _called(node) in _SAYING:
            texts = [argument for argument in node.args[:3] if _is_text(argument)]
            plural = [word.value for word in node.keywords if word.arg == "plural" and _is_text(word.value)]
            if texts:
                said = [_text(text) for text in texts + plural]
                yield Saying(said[0], said[1] if len(said) > 1 else None, (place, node.lineno))
        elif isinstance(node, ast.Assign | ast.AnnAssign) and _names(node) and isinstance(node.value, ast.Dict):
            for value in node.value.values:
                if _is_text(value):
                    yield Saying(_text(value), None, (place, value.lineno))


def _help_texts(tree: ast.Module, place: str) -> Iterator[Saying]:
    """What the help of the command line says, each paragraph a text."""
    for node in ast.walk(tree):
        for text in _help_of(node):
            for paragraph in inspect.cleandoc(text).split("\n\n"):
                yield Saying(" ".join(paragraph.split()), None, (place, getattr(node, "lineno", 0)))


def _help_of(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Call):
        texts = [word.value for word in node.keywords if word.arg == "help"]
        texts += node.args[:1] if _called(node) == "Listed" else []
        yield from (_text(text) for text in texts if _is_text(text) and _text(text))
    elif isinstance(node, ast.Assign) and _assigned(node) & {"PANEL", "WORDS"}:
        values = node.value.values if isinstance(node.value, ast.Dict) else [node.value]
        yield from (_text(text) for text in values if _is_text(text))
    elif isinstance(node, ast.FunctionDef) and _is_command(node):
        yield ast.get_docstring(node) or ""


def _is_command(node: ast.FunctionDef) -> bool:
    """Whether a function is one of the command line's: ``@….command()``, or one with ``--options`` of its own."""
    if any(isinstance(one, ast.Call) and _called(one) == "command" for one in node.decorator_list):
        return True
    returns_status = isinstance(node.returns, ast.Name) and node.returns.id == "int"
    return (
        returns_status
        and not node.name.startswith("_")
        and re.search(r"typer\.(Option|Argument|Context)", ast.unparse(node.args)) is not None
    )


def _assigned(node: ast.Assign) -> set[str]:
    return {target.id for target in node.targets if isinstance(target, ast.Name)}


def _in_kv(source: str, place: str) -> Iterator[Saying]:
    for match in _IN_KV.finditer(source):
        said = [ast.literal_eval(text) for text in match.groups() if text is not None]
        line = source.count("\n", 0, match.start()) + 1
        yield Saying(said[0], said[1] if len(said) > 1 else None, (place, line))


def _called(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")


def _names(node: ast.Assign | ast.AnnAssign) -> bool:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return any(isinstance(target, ast.Name) and target.id == "_NAMES" for target in targets)


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _text(node: ast.expr) -> str:
    text: str = ast.literal_eval(node)
    return text


def _places(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def _key(identity: str | tuple[str, ...] | list[str]) -> str:
    return identity if isinstance(identity, str) else identity[0]


def _strings(string: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    return (string or "",) if isinstance(string, str | None) else tuple(string)


def _folder(language: str) -> Path:
    return CATALOGUES / language / "LC_MESSAGES"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
