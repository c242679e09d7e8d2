"""A journal on a PostgreSQL server, which several tables share.

Every connection requires ``synchronous_commit``: a move is on the server's disk before a commit returns. A writer locks
its game until the transaction ends; followers are notified then.

Addresses are split so that no message holds a password. People write it as it is, with ``@``, ``/``, ``:``, ``?`` or
``#`` in it. It ends at the last ``@`` before the server's name.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from time import monotonic
from typing import Any
from urllib.parse import unquote

import sqlalchemy as sa
from sqlalchemy.pool import ConnectionPoolEntry

from companion.installation import extra_hint
from companion.journal.entries import JournalError, LockedJournal, NoJournal, UnreachableJournal, UnwritableJournal
from companion.journal.store.database import BUSY, MAKE_ROOM, Database
from companion.locale import Message, Wording

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


CHANNEL = "companion_journal"
"""The notification channel that names games which went on."""

REACHING = 3
"""Seconds to wait for a silent server when connecting or sending."""

PATIENCE = 5
"""Seconds to wait for another writer of the same game."""

FRESH = 0.1
"""Seconds for which a just used connection is taken to be open: the read and write of one touch. An older one is
probed first, since the server may have been restarted; that costs a round trip."""

_DURABLE = f"SET synchronous_commit = on; SET lock_timeout = '{PATIENCE}s'; SET TIME ZONE 'UTC'"

_TAKE = sa.text(f"SELECT pg_advisory_xact_lock(hashtextextended(:game, 0)), pg_notify('{CHANNEL}', :game)")

_PASSWORD = re.compile(
    r"password authentication failed|no password supplied|authentification par mot de passe|no se proporcionó"
    r"|Passwort-Authentifizierung|Password-Authentifizierung|autentificación.*password|SASL|SCRAM",
    re.IGNORECASE,
)
_UNKNOWN = re.compile(
    r"(role|database|rôle|base de données|Rolle|Datenbank|rol|base de datos) [«»„“\"'].*"
    r"(does not exist|is not permitted to log in|n'existe pas|n’existe pas|existiert nicht|no existe)",
    re.IGNORECASE,
)
"""Words of refusals, in the languages that clubs' servers speak."""

_AWAY = ("08", "57P", "53300")
"""First characters of error codes that mean: not now. Without a code the server was never reached."""

TRANSPORT: Mapping[str, Any] = {
    "connect_timeout": REACHING,
    "keepalives_idle": REACHING,
    "keepalives_interval": 1,
    "keepalives_count": REACHING,
    "tcp_user_timeout": 1000 * REACHING,
    "application_name": "companion",
}
"""Settings by which a connection detects a dead peer."""


class Server(Database):
    """The database on a server."""

    def __init__(self, url: sa.URL) -> None:
        self.url = with_driver(url)
        engine = sa.create_engine(self.url, connect_args=dict(TRANSPORT))
        sa.event.listen(engine, "connect", _set_up)
        sa.event.listen(engine, "checkin", _rest)
        sa.event.listen(engine, "checkout", _ask)
        self.where = called(self.url)
        super().__init__(engine, engine.execution_options(isolation_level="AUTOCOMMIT"))

    def take(self, connection: sa.Connection, game: str) -> None:
        """Lock a game for this connection's transaction, and notify followers when it ends."""
        connection.execute(_TAKE, {"game": game})

    @contextmanager
    def _translate_errors(self) -> Iterator[None]:
        """Turn the server's errors, or its silence, into the journal's errors."""
        try:
            yield
        except sa.exc.IntegrityError:
            raise
        except sa.exc.DBAPIError as error:
            raise plain(self.where, error.orig) from error


def plain(where: str, cause: BaseException | None) -> JournalError:
    """Return the journal's error for an error of the driver."""
    code = getattr(cause, "sqlstate", None) or ""
    why: Wording = {"why": " ".join(str(cause).split())}
    if not code and (refused := _refused(why)) is not None:
        return UnwritableJournal(where, *refused)
    if (not code and type(cause).__name__ == "OperationalError") or code.startswith(_AWAY):
        advice = Message("check the network and the server; saved games are safe")
        return UnreachableJournal(where, Message("cannot connect ({why})", why), advice)
    if code in ("55P03", "40P01"):
        return LockedJournal(where, *BUSY)
    if code == "42501":
        grant = Message("ask the server's administrator for permission; `companion club tables ROLE` prints the SQL")
        return UnwritableJournal(where, Message("permission denied ({why})", why), grant)
    return UnwritableJournal(where, Message("cannot open or write ({why})", why), MAKE_ROOM)


def _refused(why: Wording) -> tuple[Message, Message] | None:
    """Return what is wrong and the advice for a refused connection, which has no code, only words."""
    refusal = str(why["why"])
    if _PASSWORD.search(refusal):
        percent = Message("correct it in COMPANION_DATABASE_URL or ~/.pgpass; in the URL, write @ as %40 and % as %25")
        return Message("wrong password ({why})", why), percent
    if "pg_hba.conf" in refusal or _UNKNOWN.search(refusal):
        keeper = Message("check the role and database in COMPANION_DATABASE_URL, or ask the server's administrator")
        return Message("access denied for this role or database ({why})", why), keeper
    return None


def with_driver(url: sa.URL) -> sa.URL:
    """Return the URL with the driver in use.

    Raises:
        NoJournal: if the driver is not installed.
    """
    try:
        import psycopg  # noqa: F401
    except ImportError as error:
        raise NoJournal(
            called(url), Message("a required package is not installed ({why})", {"why": str(error)}), extra_hint("club")
        ) from error
    return url.set(drivername="postgresql+psycopg")


def _set_up(connection: Any, record: ConnectionPoolEntry) -> None:
    """Configure a new connection, outside of any transaction."""
    connection.autocommit = True
    connection.execute(_DURABLE)
    connection.autocommit = False
    _rest(connection, record)


def _rest(_connection: Any, record: ConnectionPoolEntry) -> None:
    record.info["used"] = monotonic()


def _ask(connection: Any, record: ConnectionPoolEntry, _held: object) -> None:
    """Probe a connection before it is used again; if the server is gone, all pooled ones are reopened."""
    if monotonic() - record.info["used"] < FRESH:
        return
    import psycopg

    try:
        connection.autocommit = True
        connection.execute("")
        connection.autocommit = False
    except psycopg.OperationalError as error:
        raise sa.exc.InvalidatePoolError from error
