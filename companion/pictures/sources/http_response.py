"""Request an address over HTTP: log in, check certificates, follow redirects, and read with time limits."""

from __future__ import annotations

import contextlib
import logging
import socket
import ssl
import time
from collections.abc import Iterator
from typing import Any

import httpcore
import httpx

from companion.pictures.input_limits import INPUT_LIMITS, InputLimits
from companion.pictures.sources.address import HTTP_PORTS, Address, NoAddress, parse_address
from companion.pictures.sources.connection_errors import (
    ConnectTimeout,
    RequestRefused,
    TlsTimeout,
    endless_redirects,
    no_address,
    unreachable,
)
from companion.pictures.sources.login import Login
from companion.pictures.sources.trusted_cameras import FingerprintLookup, UntrustedCertificate, compute_fingerprint

_HEADERS = {"Connection": "close", "User-Agent": "companion", "Accept-Encoding": "identity"}

# Both log addresses and headers, which contain secrets.
for _logs_secrets in ("httpx", "httpcore"):
    logging.getLogger(_logs_secrets).setLevel(logging.CRITICAL)


class Connection(httpcore.SyncBackend):
    """Makes one connection and reads from it until a deadline.

    Args:
        until: The deadline, a time of ``time.monotonic``.
    """

    def __init__(self, until: float) -> None:
        self.until = until

    def connect_tcp(self, *place: Any, **options: Any) -> httpcore.NetworkStream:
        """Connect to a machine before the deadline."""
        options["timeout"] = max(0.001, min(options["timeout"], self.until - time.monotonic()))
        return _DeadlineStream(super().connect_tcp(*place, **options), self)


class _DeadlineStream(httpcore.NetworkStream):
    """Reads as another stream does, until the connection's deadline."""

    def __init__(self, stream: httpcore.NetworkStream, connection: Connection) -> None:
        self._stream = stream
        self._connection = connection

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        left = self._connection.until - time.monotonic()
        if left <= 0:
            raise httpcore.ReadTimeout
        return self._stream.read(max_bytes, left if timeout is None else min(left, timeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._stream.write(buffer, timeout)

    def close(self) -> None:
        self._stream.close()

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)

    def start_tls(self, *context: Any, **options: Any) -> httpcore.NetworkStream:
        try:
            return _DeadlineStream(self._stream.start_tls(*context, **options), self._connection)
        except httpcore.ConnectTimeout as error:
            raise TlsTimeout from error


class _PinnedContext(ssl.SSLContext):
    """Agrees on TLS with a machine only if its certificate is the trusted one. Nothing is sent before."""

    requested: Address
    trusted: str | None

    def wrap_socket(self, *line: Any, **options: Any) -> ssl.SSLSocket:
        secured = super().wrap_socket(*line, **options)
        certificate = secured.getpeercert(binary_form=True) or b""
        if compute_fingerprint(certificate) != self.trusted:
            secured.close()
            changed = self.trusted is not None
            raise UntrustedCertificate(str(self.requested), _machine(self.requested), certificate, changed)
        return secured


class HttpAnswer:
    """An answer: its content type, and what follows. Use it as a context, or :meth:`close` it."""

    def __init__(self, response: httpx.Response, connection: Connection) -> None:
        self._response = response
        self._chunks = response.iter_raw()
        self.connection = connection
        self.kind: str = response.headers.get("Content-Type", "")
        self._before = b""

    @property
    def ends(self) -> bool:
        """Whether it states its length."""
        return "Content-Length" in self._response.headers

    def more(self) -> bytes:
        """Return the next bytes; empty at the end. ``OSError`` may be raised."""
        data, self._before = self._before, b""
        return data or self._next()

    def begins(self, length: int) -> bytes:
        """Return the first bytes, so many or all there are; :meth:`more` returns them again."""
        while len(self._before) < length and (data := self._next()):
            self._before += data
        return self._before

    def _next(self) -> bytes:
        with _as_os_error():
            return next(self._chunks, b"")

    def break_off(self) -> None:
        """Wake whoever waits in another thread: for it, the line has ended."""
        line: socket.socket = self._response.extensions["network_stream"].get_extra_info("socket")
        with contextlib.suppress(OSError):
            line.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Close the connection."""
        self._response.close()

    def __enter__(self) -> HttpAnswer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class HttpClient:
    """Requests the addresses of one camera and remembers its login between requests.

    Args:
        address: The camera's address.
        limits: The input limits.
        trusts: The certificates that are trusted.
    """

    def __init__(
        self, address: Address, limits: InputLimits = INPUT_LIMITS, trusts: FingerprintLookup = lambda machine: None
    ) -> None:
        self.address = address
        self.limits = limits
        self._trusts = trusts
        self._login = Login(address.user, address.password or "") if address.user is not None else None

    def request(self, address: Address | None = None) -> HttpAnswer:
        """Request the camera's address, or another on its machine.

        Raises:
            UntrustedCertificate: The camera's certificate is not trusted.
            SourceError: There is no answer, or an error.
        """
        first = requested = address or self.address
        connection = Connection(time.monotonic() + self.limits.answer_seconds)
        for _ in range(self.limits.redirects + 1):
            # The login is sent only to the machine that it was written for, not to the target of a redirect.
            own = self._login if _is_own(requested, first) else None
            try:
                with _as_os_error():
                    response = self._log_in(requested, own, connection)
            except (OSError, ValueError) as error:
                raise unreachable(requested, error) from error
            if response.is_success:
                return HttpAnswer(response, connection)
            response.close()
            if not response.has_redirect_location:
                raise RequestRefused(first, response.status_code, response.reason_phrase, own is not None)
            location = response.headers["Location"]
            try:
                requested = requested.leads_to(location)
            except NoAddress as error:
                raise no_address(first.without_secrets(location), error) from error
            if requested.scheme not in HTTP_PORTS:
                raise no_address(first.without_secrets(location), NoAddress("scheme"))
        raise endless_redirects(first)

    def _log_in(self, requested: Address, login: Login | None, connection: Connection) -> httpx.Response:
        """Send a request, and again with the login if the camera asks for it."""
        request = httpx.Request("GET", f"{requested.scheme}://{requested.machine}{requested.target}", headers=_HEADERS)
        if login is None:
            return self._send(requested, request, connection)
        requests = login.requests(request)
        request = next(requests)
        while True:
            response = self._send(requested, request, connection)
            try:
                request = requests.send(response)
            except StopIteration:
                return response
            response.close()

    def _send(self, requested: Address, request: httpx.Request, connection: Connection) -> httpx.Response:
        """Send one request. With HTTPS, nothing is sent before the certificate is known to be the right one."""
        if requested.scheme != "https":
            return self._exchange(request, connection, None)
        trusted = self._trusts(_machine(requested))
        if trusted is None:
            try:
                return self._exchange(request, connection, ssl.create_default_context())
            except httpx.ConnectError as error:
                if not isinstance(_cause(error), ssl.SSLCertVerificationError):
                    raise
        pinned = _PinnedContext(ssl.PROTOCOL_TLS_CLIENT)
        pinned.check_hostname, pinned.verify_mode = False, ssl.CERT_NONE
        pinned.requested, pinned.trusted = requested, trusted
        return self._exchange(request, connection, pinned)

    def _exchange(
        self, request: httpx.Request, connection: Connection, context: ssl.SSLContext | None
    ) -> httpx.Response:
        """Send one request. A camera stands in the same room: no proxy is between."""
        transport = httpx.HTTPTransport(verify=context or False, trust_env=False)
        transport._pool = httpcore.ConnectionPool(ssl_context=context, network_backend=connection)
        client = httpx.Client(transport=transport, timeout=self.limits.still_seconds, trust_env=False)
        return client.send(request, stream=True)


def request_address(url: str, limits: InputLimits = INPUT_LIMITS) -> HttpAnswer:
    """Request an address, with its login if it has one; :class:`SourceError` is raised if there is no answer."""
    return HttpClient(parse_http_address(url), limits).request()


def parse_http_address(text: str) -> Address:
    """Parse an address of HTTP; :class:`SourceError` is raised if it is none."""
    try:
        address = parse_address(text)
    except NoAddress as error:
        raise no_address(text, error) from error
    if address.scheme not in HTTP_PORTS:
        raise no_address(text, NoAddress("scheme"))
    return address


def _machine(address: Address) -> str:
    return f"{address.host}:{address.connects_to}"


def _is_own(requested: Address, first: Address) -> bool:
    """Return whether an address is the first one's machine, or that machine's secure port."""
    secured = (first.port, requested.port, requested.scheme) == (None, None, "https")
    return requested.host == first.host and (requested.connects_to == first.connects_to or secured)


@contextlib.contextmanager
def _as_os_error() -> Iterator[None]:
    """Raise what went wrong with a connection as the ``OSError`` that it is."""
    try:
        yield
    except httpx.ConnectTimeout as error:
        raise ConnectTimeout from error
    except httpx.TimeoutException as error:
        raise TimeoutError from error
    except httpx.InvalidURL as error:
        raise socket.gaierror(str(error)) from error
    except httpx.HTTPError as error:
        cause = _cause(error)
        raise cause if isinstance(cause, OSError) else ConnectionError(str(error)) from None


def _cause(error: BaseException) -> BaseException:
    """Return the error that came first. httpcore drops causes, but no contexts."""
    while (before := error.__cause__ or error.__context__) is not None:
        error = before
    return error
