"""``python -m tests.records.keep_schema`` keeps the schema of records in one form, and raises their version."""

import json
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.cli.schemas.__main__ import schema_text
from companion.cli.schemas.published import RECORD, schema_of
from companion.files import write
from companion.journal.records import record
from companion.journal.records.record import VERSION

Json = dict[str, Any]

_NULL = {"type": "null"}


def canonical(schema: Any, definitions: Mapping[str, Any]) -> Any:
    """Return a schema without references, descriptions, and choices of how to write the same limits."""
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return canonical(definitions[schema["$ref"].rpartition("/")[2]], definitions)
    schema = {key: value for key, value in schema.items() if key not in ("$id", "$defs", "title", "description")}
    return _either(_alternatives(schema, definitions))


def by_game(schema: Json) -> Json:
    """Return what a record of each game may hold, without words that mean nothing to a program."""
    return {one["properties"]["game"]["const"]: canonical(one, one["$defs"]) for one in schema["anyOf"]}


def _alternatives(schema: Json, definitions: Mapping[str, Any]) -> list[Any]:
    if isinstance(schema.get("type"), list):
        return [
            one
            for kind in schema["type"]
            for one in ([_NULL] if kind == "null" else _alternatives({**schema, "type": kind}, definitions))
        ]
    for choice in ("oneOf", "anyOf"):
        if choice in schema:
            shared = {key: value for key, value in schema.items() if key != choice}
            merged = (_merged(shared, _followed(one, definitions)) for one in schema[choice])
            return [one for each in merged for one in _alternatives(each, definitions)]
    kinds = schema.get("properties", {}).get("type", {}).get("enum")
    if kinds is not None:
        named = ({**schema["properties"], "type": {"const": kind}} for kind in kinds)
        return [one for fields in named for one in _alternatives({**schema, "properties": fields}, definitions)]
    return [_plain(schema, definitions)]


def _followed(schema: Json, definitions: Mapping[str, Any]) -> Json:
    while "$ref" in schema:
        schema = definitions[schema["$ref"].rpartition("/")[2]]
    return {key: value for key, value in schema.items() if key != "description"}


def _merged(shared: Json, one: Json) -> Json:
    """Return both sets of limits; those of the fields of ``one`` hold if both have any."""
    merged = {**shared, **one}
    if "properties" in shared:
        merged["properties"] = {**shared["properties"], **one.get("properties", {})}
    if "required" in shared:
        merged["required"] = [*shared["required"], *one.get("required", ())]
    return merged


def _plain(schema: Json, definitions: Mapping[str, Any]) -> Any:
    if "properties" in schema:
        closed = False in (schema.get("additionalProperties"), schema.get("unevaluatedProperties"))
        fields = {name: canonical(one, definitions) for name, one in schema["properties"].items()}
        return {"required": sorted(set(schema.get("required", ()))), "closed": closed, "properties": fields}
    if "prefixItems" in schema and all(one == schema["prefixItems"][0] for one in schema["prefixItems"]):
        schema = {**schema, "items": schema["prefixItems"][0]}
        del schema["prefixItems"]
    if "items" in schema:
        schema = {**schema, "items": canonical(schema["items"], definitions)}
    if "enum" in schema:
        schema = {**schema, "enum": sorted(schema["enum"], key=str)}
    return schema


def _either(alternatives: list[Any]) -> Any:
    distinct = sorted({json.dumps(one, sort_keys=True): one for one in alternatives}.items())
    return distinct[0][1] if len(distinct) == 1 else {"either": [one for _, one in distinct]}


LANDED = Path(__file__).parent / "landed"


def keep() -> None:
    """Write the schema of this version; if another one is committed, raise the version first."""
    kept = LANDED / f"record-{VERSION}.schema.json"
    if not kept.exists() or by_game(json.loads(kept.read_text("utf8"))) != by_game(schema_of(RECORD)):
        if kept.exists() and _is_committed(kept):
            _raise_version()
        else:
            write(kept, schema_text(RECORD).encode())


def _is_committed(path: Path) -> bool:
    return not subprocess.run(["git", "ls-files", "--error-unmatch", path], check=False, capture_output=True).returncode


def _raise_version() -> None:
    file = Path(record.__file__)
    text = re.sub(rf"^VERSION = {VERSION}$", f"VERSION = {VERSION + 1}", file.read_text("utf8"), flags=re.MULTILINE)
    file.write_text(text, "utf8")
    print(f"{file}: VERSION = {VERSION + 1}")
    subprocess.run([sys.executable, "-m", "tests.records.keep_schema"], check=True)


if __name__ == "__main__":
    keep()
