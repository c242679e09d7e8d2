"""Addresses of database servers, split so that no message holds a password.

People write a password as it is, with ``@``, ``/``, ``:``, ``?`` or ``#`` in it. It ends at the last ``@`` before the
server's name.
"""

from __future__ import annotations

import re
from urllib.parse import unquote

import sqlalchemy as sa

from companion.journal.errors import NoJournal
from companion.locale import Message

_HOW = Message("use a URL such as `sqlite:///file` or `postgresql://user@server/database`")

_SETTINGS = (
    "application_name|channel_binding|client_encoding|connect_timeout|dbname|gssencmode|gsslib|host|hostaddr|keepalives"
    "|keepalives_count|keepalives_idle|keepalives_interval|krbsrvname|load_balance_hosts|options|passfile|password|port"
    "|require_auth|requirepeer|service|ssl_max_protocol_version|ssl_min_protocol_version|sslcert|sslcompression|sslcrl"
    "|sslcrldir|sslkey|sslmode|sslpassword|sslrootcert|sslsni|target_session_attrs|tcp_user_timeout|user"
)
"""What may follow a ``?``, by libpq's manual."""

_SERVER = re.compile(
    rf"(?:\[[^\]@]*\]|[^:/?#@\[\]]*)(?::[^:/?#@]*)?(?:/[^/?#@]*)?(?:\?(?:{_SETTINGS})=[^&]*(?:&(?:{_SETTINGS})=[^&]*)*)?"
)
"""A server, its port, a database and settings, without a user."""


def server(url: str) -> sa.URL:
    """Split a server's address into its parts.

    Raises:
        NoJournal: if it names no database. The error's text holds no secret.
        ValueError: if the port is not a number.
    """
    scheme, user, rest = _split(url)
    try:
        named = sa.make_url(f"{scheme}://{rest.replace('@', '%40')}")
        if named.port is not None and not 0 < named.port < 2**16:
            raise ValueError
    except (sa.exc.ArgumentError, ValueError) as error:
        raise no_database(url) from error
    name, colon, password = user.partition(":")
    return named.set(username=unquote(name) or named.username, password=unquote(password) if colon else None)


def called(url: sa.URL) -> str:
    """Return the server's name for messages: role, server and database, without settings, which may hold secrets."""
    return url.set(drivername=url.get_backend_name(), query={}).render_as_string()


def no_database(url: str) -> NoJournal:
    """Return the error for an address that names no database."""
    scheme, user, rest = _split(url)
    name, colon, _ = user.partition(":")
    masked = f"{name}:***@" if colon else f"{name}@" if name else ""
    where = rest.partition("?")[0] if masked else re.sub(r":[^/\]]*[^\d/\]][^/\]]*", ":***", rest.partition("?")[0])
    shown = f"{scheme}://{masked}{where}" if scheme else f"{url.partition(':')[0][:40]}…"
    return NoJournal(shown, Message("not a database URL"), _HOW)


def _split(url: str) -> tuple[str, str, str]:
    """Split into the scheme ("" if there is none), user and password, and the rest."""
    scheme, slashes, rest = url.partition("://")
    if not slashes or not re.fullmatch(r"[\w+.-]+", scheme):
        return "", "", ""
    if "@" not in rest or _SERVER.fullmatch(rest):
        return scheme, "", rest
    places = [place for place, letter in enumerate(rest) if letter == "@"]
    end = next((place for place in places if _SERVER.fullmatch(rest, place + 1)), places[-1])
    return scheme, rest[:end], rest[end + 1 :]
