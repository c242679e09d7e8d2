"""``python -m docs.tools.catalogues``: collects the texts for people and compiles their translations.

Collected are the constant texts of ``Message(…)``, ``_(…)`` and ``ngettext(…)`` in Python and in kv, and the values of
dictionaries called ``_NAMES`` (the names of cards and suits). The command line's help is collected by paragraph:
``help="…"``, and the docstrings of commands. The English text is its own key, so
English needs no catalogue.
"""

import ast
import inspect
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from io import BytesIO
from pathlib import Path
from string import Formatter
from typing import Any

from babel.messages import catalog as babel_catalog
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from companion.locale.languages import CATALOGUES, DOMAIN, LANGUAGES

PACKAGE = CATALOGUES.parent
_QUOTED = r"""('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
_KV_TEXT = re.compile(rf"\b(?:_\(\s*{_QUOTED}|ngettext\(\s*{_QUOTED}\s*,\s*{_QUOTED})")
# Babel writes its version into every catalogue: with another one, catalogues of the same texts would be out of date.
vars(babel_catalog)["VERSION"] = "2"
_NO_DATE = datetime(2026, 1, 1, tzinfo=UTC)
"""The date in every catalogue, constant so that a catalogue changes only with its texts."""
_BREAKS = {"fr": re.compile(r" (?=[:;?!»%])|(?<=«) ")}
"""Spaces that no line may break at, by language. They become U+00A0, which every font and console has."""
_MARKERS = {"Message", "_", "ngettext"}


@dataclass(frozen=True, slots=True)
class CatalogueText:
    """One text in the sources, and its place."""

    text: str
    plural: str | None
    place: tuple[str, int]


@cache
def collect_texts(package: Path = PACKAGE) -> tuple[CatalogueText, ...]:
    """Return every text for people in the sources below ``package``, in the order of the files; collected once."""
    found: list[CatalogueText] = []
    for path in sorted(package.rglob("*")):
        place = path.relative_to(package.parent).as_posix()
        if path.suffix == ".py":
            tree = ast.parse(path.read_text("utf8"))
            found += _in_python(tree, place)
            if path.is_relative_to(package / "cli"):
                found += _help_texts(tree, place)
        elif path.suffix == ".kv":
            found += _in_kv(path.read_text("utf8"), place)
    return tuple(found)


def update_catalogue(language: str, package: Path = PACKAGE) -> Catalog:
    """Return the catalogue of a language for the present texts; translations are kept, new ones are empty.

    Args:
        language: The code of the language.
        package: The folder of the sources.

    Returns:
        The catalogue.
    """
    template = Catalog()
    for text in collect_texts(package):
        key = text.text if text.plural is None else (text.text, text.plural)
        template.add(key, locations=[text.place])
    path = _folder(language) / f"{DOMAIN}.po"
    with path.open("rb") as file:
        catalogue = read_po(file, locale=language, domain=DOMAIN)
    catalogue.update(template, no_fuzzy_matching=True)
    for message in catalogue:
        message.flags.discard("fuzzy")  # Babel marks new plurals as fuzzy and would leave them out
        message.string = _without_breaks(message.string, language)
    catalogue.obsolete.clear()
    catalogue.creation_date = catalogue.revision_date = _NO_DATE
    return catalogue


def _without_breaks(string: Any, language: str) -> Any:
    if not string or language not in _BREAKS:
        return string
    if isinstance(string, str):
        return _BREAKS[language].sub("\u00a0", string)
    return tuple(_without_breaks(one, language) for one in string)


def list_untranslated(catalogue: Catalog) -> list[str]:
    """Return the texts without a translation for each plural form."""
    return [_key(message.id) for message in catalogue if message.id and not all(_strings(message.string))]


def list_wrong_placeholders(catalogue: Catalog) -> list[str]:
    """Return the texts whose translation has other ``{placeholders}``, which would fail when formatted.

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


def format_po(catalogue: Catalog) -> bytes:
    """Return a catalogue as a ``.po`` file, sorted and without places, so that it changes only with its texts."""
    out = BytesIO()
    write_po(out, catalogue, width=110, no_location=True, sort_output=True)
    return out.getvalue()


def format_mo(catalogue: Catalog) -> bytes:
    """Return the compiled catalogue."""
    out = BytesIO()
    write_mo(out, catalogue)
    return out.getvalue()


def main() -> int:
    """Update and compile every catalogue; status 1 if a text has no translation, or one with other places."""
    status = 0
    for language in sorted(set(LANGUAGES) - {"en"}):
        catalogue = update_catalogue(language)
        (_folder(language) / f"{DOMAIN}.po").write_bytes(format_po(catalogue))
        (_folder(language) / f"{DOMAIN}.mo").write_bytes(format_mo(catalogue))
        faults = [f"not translated: {text}" for text in list_untranslated(catalogue)]
        faults += [f"the translation has other places: {text}" for text in list_wrong_placeholders(catalogue)]
        for fault in faults:
            print(f"{language}: {fault}")
            status = 1
    return status


def _in_python(tree: ast.Module, place: str) -> Iterator[CatalogueText]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _called(node) in _MARKERS:
            plural = [word.value for word in node.keywords if word.arg == "plural"]
            found = list(_constants(*node.args[:3], *plural))
            if found:
                yield CatalogueText(found[0], found[1] if len(found) > 1 else None, (place, node.lineno))
        elif isinstance(node, ast.Assign | ast.AnnAssign) and _names(node) and isinstance(node.value, ast.Dict):
            for value in node.value.values:
                yield from (CatalogueText(text, None, (place, value.lineno)) for text in _constants(value))


def _help_texts(tree: ast.Module, place: str) -> Iterator[CatalogueText]:
    """Yield the paragraphs of the command line's help."""
    for node in ast.walk(tree):
        for text in _help_of(node):
            for paragraph in inspect.cleandoc(text).split("\n\n"):
                yield CatalogueText(" ".join(paragraph.split()), None, (place, getattr(node, "lineno", 0)))


def _help_of(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Call):
        yield from filter(None, _constants(*(word.value for word in node.keywords if word.arg == "help")))
    elif isinstance(node, ast.FunctionDef) and _is_command(node):
        yield ast.get_docstring(node) or ""


def _is_command(node: ast.FunctionDef) -> bool:
    """Return whether a function is a command: ``@….command()``, or one with ``--options`` of its own."""
    if any(isinstance(one, ast.Call) and _called(one) == "command" for one in node.decorator_list):
        return True
    returns_status = isinstance(node.returns, ast.Name) and node.returns.id == "int"
    return (
        returns_status
        and not node.name.startswith("_")
        and re.search(r"typer\.(Option|Argument|Context)", ast.unparse(node.args)) is not None
    )


def _in_kv(source: str, place: str) -> Iterator[CatalogueText]:
    for match in _KV_TEXT.finditer(source):
        found = [ast.literal_eval(text) for text in match.groups() if text is not None]
        line = source.count("\n", 0, match.start()) + 1
        yield CatalogueText(found[0], found[1] if len(found) > 1 else None, (place, line))


def _called(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")


def _names(node: ast.Assign | ast.AnnAssign) -> bool:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return any(isinstance(target, ast.Name) and target.id == "_NAMES" for target in targets)


def _constants(*nodes: ast.expr) -> Iterator[str]:
    """Yield the texts that stand in the code as they are."""
    yield from (one.value for one in nodes if isinstance(one, ast.Constant) and isinstance(one.value, str))


def _places(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def _key(identity: str | tuple[str, ...] | list[str]) -> str:
    return identity if isinstance(identity, str) else identity[0]


def _strings(string: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    return (string or "",) if isinstance(string, str | None) else tuple(string)


def _folder(language: str) -> Path:
    return CATALOGUES / language / "LC_MESSAGES"


if __name__ == "__main__":
    sys.exit(main())
