"""Reads a server's address so that its password never enters a message, whatever letters stand in it.

People write a password as it is, with ``@``, ``/``, ``:``, ``?`` or ``#`` in it: it ends at the last ``@`` before the
server's name.
"""

from __future__ import annotations

import re
from urllib.parse import unquote

import sqlalchemy as sa

from companion.journal.errors import NoJournal
from companion.locale import Message

_HOW = Message("write it as SQLAlchemy does: sqlite:///file, postgresql://user@server/database")

_SETTINGS = (
    "application_name|channel_binding|client_encoding|connect_timeout|dbname|gssencmode|gsslib|host|hostaddr|keepalives"
    "|keepalives_count|keepalives_idle|keepalives_interval|krbsrvname|load_balance_hosts|options|passfile|password|port"
    "|require_auth|requirepeer|service|ssl_max_protocol_version|ssl_min_protocol_version|sslcert|sslcompression|sslcrl"
    "|sslcrldir|sslkey|sslmode|sslpassword|sslrootcert|sslsni|target_session_attrs|tcp_user_timeout|user"
)
"""What may stand behind a ``?``, by libpq's manual."""

_SERVER = re.compile(
    rf"(?:\[[^\]@]*\]|[^:/?#@\[\]]*)(?::[^:/?#@]*)?(?:/[^/?#@]*)?(?:\?(?:{_SETTINGS})=[^&]*(?:&(?:{_SETTINGS})=[^&]*)*)?"
)
"""A server, its port, a database and settings, without a user."""


def server(url: str) -> sa.URL:
    """The parts of a server's address.

    Raises:
        NoJournal: It names no database; what is said of it holds no secret.
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
    """What a server is called in messages: role, server and database; settings may hold secrets."""
    return url.set(drivername=url.get_backend_name(), query={}).render_as_string()


def no_database(url: str) -> NoJournal:
    """What to say of an address that names no database."""
    scheme, user, rest = _split(url)
    name, colon, _ = user.partition(":")
    masked = f"{name}:***@" if colon else f"{name}@" if name else ""
    where = rest.partition("?")[0] if masked else re.sub(r":[^/\]]*[^\d/\]][^/\]]*", ":***", rest.partition("?")[0])
    shown = f"{scheme}://{masked}{where}" if scheme else f"{url.partition(':')[0][:40]}…"
    return NoJournal(shown, Message("names no database"), _HOW)


def _split(url: str) -> tuple[str, str, str]:
    """The scheme ("" where there is none), the user with the password, and the rest."""
    scheme, slashes, rest = url.partition("://")
    if not slashes or not re.fullmatch(r"[\w+.-]+", scheme):
        return "", "", ""
    if "@" not in rest or _SERVER.fullmatch(rest):
        return scheme, "", rest
    places = [place for place, letter in enumerate(rest) if letter == "@"]
    end = next((place for place in places if _SERVER.fullmatch(rest, place + 1)), places[-1])
    return scheme, rest[:end], rest[end + 1 :]
