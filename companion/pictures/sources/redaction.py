"""Hide the secrets in the path and the parameters of an address."""

import re
import urllib.parse

HARMLESS_PARAMETERS = re.compile(
    r"action|cam(era)?|ch(annel|n)?|id|stream|subtype|res(olution)?|size|width|height|fps|rate|quality|compression"
    r"|video|profile|format|type|mode|rotation|user|usr|u|username|loginuse",
    re.IGNORECASE,
)
"""Names of parameters whose values may be shown; all other values may be secrets."""
_PLAIN_VALUE = re.compile(r"[A-Za-z0-9.-]{0,24}")
_PLAIN_SEGMENT = re.compile(r"[^=@:;,\s]*")
HIDDEN = "…"
"""What stands in place of a secret."""


def redact_path(path: str) -> str:
    """Return a path and query without secrets."""
    path, mark, query = path.partition("?")
    path, semicolon, parameters = path.partition(";")
    segments = path.split("/")
    for number, segment in enumerate(segments):
        if not _PLAIN_SEGMENT.fullmatch(urllib.parse.unquote(segment)):
            return "/".join([*segments[:number], HIDDEN])
    shown_path = "/".join(segments)
    if semicolon:
        return shown_path + ";" + _redact_parameters(parameters)
    return shown_path + (mark + _redact_parameters(query) if mark and query else mark)


def _redact_parameters(query: str) -> str:
    """Return parameters with harmless values; what follows the first secret is not shown, for it may go on there."""
    parts: list[str] = []
    for parameter in re.split(r"[&;]", query):
        name, equals, value = parameter.partition("=")
        if HARMLESS_PARAMETERS.fullmatch(name) and equals and _PLAIN_VALUE.fullmatch(value):
            parts.append(parameter)
            continue
        parts.append(f"{name}={HIDDEN}" if equals and re.fullmatch(r"[A-Za-z_.-]{1,20}", name) else HIDDEN)
        break
    return "&".join(parts)
