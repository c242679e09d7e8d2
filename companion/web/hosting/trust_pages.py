"""How a phone becomes the camera: its page, the steps to trust this computer, and what each system shows."""

import plistlib
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from gettext import NullTranslations
from html import escape

from starlette.responses import Response

from companion.locale import Message
from companion.locale.languages import translations
from companion.web.certificates import Authority
from companion.web.hosting.notes import draw_svg_code
from companion.web.pages.context import Context
from companion.web.pages.html import format_message

WIDTH, ROW = 240, 34
"""Width of the drawing and height of a line, in its own units."""
MAX_LETTERS = 30
"""Letters of a line that fit."""


def draw_phone(rows: Sequence[str], *, switch: bool = False) -> str:
    """Return the upper part of a phone's screen as SVG.

    Args:
        rows: The lines of the screen, not escaped.
        switch: Whether the last line has a switch to be turned on.

    Returns:
        The drawing; its text is in its lines.
    """
    height = 40 + ROW * len(rows)
    parts = [
        f'<path d="M12 {height}V26a16 16 0 0 1 16-16H{WIDTH - 28}a16 16 0 0 1 16 16V{height}" fill="none" '
        'stroke="currentColor" stroke-width="3"/>',
        f'<path d="M{WIDTH / 2 - 16} 18h32" stroke="currentColor" stroke-width="3" stroke-linecap="round"/>',
    ]
    for number, text in enumerate(rows):
        top, last = 30 + ROW * number, number == len(rows) - 1
        ink = "var(--on, #fff)" if last else "currentColor"
        if last:
            parts.append(
                f'<rect x="20" y="{top}" width="{WIDTH - 40}" height="{ROW - 6}" rx="6" fill="var(--accent, #8f5f00)"/>'
            )
        shown = text if len(text) <= MAX_LETTERS else f"{text[: MAX_LETTERS - 1]}…"
        parts.append(f'<text x="28" y="{top + 19}" font-size="13" fill="{ink}">{escape(shown)}</text>')
        if last and switch:
            parts.append(
                f'<rect x="{WIDTH - 62}" y="{top + 6}" width="32" height="16" rx="8" fill="#fff"/>'
                f'<circle cx="{WIDTH - 38}" cy="{top + 14}" r="6" fill="#1b7f3b"/>'
            )
    label = escape(": ".join(rows), quote=True)
    return f'<svg class="phone" viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{label}">{"".join(parts)}</svg>'


PATH = "/trust"
CERTIFICATE = "/trust/decktet-companion.crt"
PROFILE = "/trust/decktet-companion.mobileconfig"
_NAME = "Decktet companion"

INTRODUCTION = (
    Message(
        "A browser opens a camera only on a page that it trusts. Install this computer’s certificate once on the phone "
        "that films the table. All other pages work without it."
    ),
    Message(
        "The certificate is valid for addresses of home networks only, such as 192.168.1.20. Its key stays on this "
        "computer. Remove it at any time where you installed it."
    ),
    Message(
        "This page itself is not encrypted. In a network that you do not trust, compare the SHA-256 fingerprint of the "
        "certificate before you install it. It must be the one that the computer shows:"
    ),
)


@dataclass(frozen=True, slots=True)
class Step:
    """One step on a phone: what to do, and what its screen shows."""

    text: Message
    rows: tuple[Message, ...]
    """The lines of the screen; the last one is tapped."""
    switch: bool = False
    """Whether the last line has a switch to be turned on."""


APPLE = (
    Step(
        Message("In Safari, download the profile. Safari asks whether the page may do that: tap Allow."),
        (Message("Download a configuration profile?"), Message("Allow")),
    ),
    Step(
        Message(
            "Open Settings. Tap Profile Downloaded near the top, then Install. The phone calls the profile not signed, "
            "because no certificate authority signed it."
        ),
        (Message("Settings"), Message("Profile Downloaded"), Message("Install")),
    ),
    Step(
        Message(
            "Open Settings, General, About, Certificate Trust Settings. Turn on Decktet companion. Without this step "
            "Safari still warns."
        ),
        (Message("Certificate Trust Settings"), Message("Decktet companion")),
        switch=True,
    ),
)
ANDROID = (
    Step(
        Message("Download the certificate. If Chrome warns about the file, keep it."),
        (Message("decktet-companion.crt"), Message("Keep")),
    ),
    Step(
        Message(
            "Open Settings and search for “CA certificate”. Tap Install anyway. Android warns that a certificate can "
            "be used to read your data; this one is valid for home networks only."
        ),
        (Message("Settings"), Message("CA certificate"), Message("Install anyway")),
    ),
    Step(
        Message(
            "Choose the file in your downloads. From now on Android notes that the network may be monitored: that is "
            "its note for every certificate that you install."
        ),
        (Message("Downloads"), Message("decktet-companion.crt")),
    ),
)
WITHOUT = Message(
    "You can also continue without it: in Chrome tap Advanced, then Proceed; in Safari Show Details, then visit this "
    "website. The browser warns again from time to time. Firefox on Android ignores installed certificates: use Chrome."
)


@dataclass(frozen=True, slots=True)
class TrustPages:
    """The page for everybody that installs the trust, and its files.

    Args:
        authority: The authority of this installation.
    """

    authority: Authority

    def respond(self, path: str, language: str) -> Response | None:
        """Return the page or a file, or None for another path."""
        if path == PATH:
            return Response(self._page(translations(language), language), media_type="text/html; charset=utf-8")
        if path == CERTIFICATE:
            return _file(self.authority.der, "application/x-x509-ca-cert", CERTIFICATE)
        if path == PROFILE:
            return _file(self.profile(), "application/x-apple-aspen-config", PROFILE)
        return None

    def profile(self) -> bytes:
        """Return the certificate as a configuration profile of iOS, iPadOS and macOS."""
        digits = self.authority.fingerprint
        inner, outer = (str(uuid.uuid5(uuid.NAMESPACE_OID, f"{digits} {part}")).upper() for part in ("inner", "outer"))
        content = {
            "PayloadType": "com.apple.security.root",
            "PayloadVersion": 1,
            "PayloadIdentifier": f"org.decktet-companion.authority.{inner}",
            "PayloadUUID": inner,
            "PayloadDisplayName": _NAME,
            "PayloadContent": self.authority.der,
        }
        return plistlib.dumps(
            {
                "PayloadType": "Configuration",
                "PayloadVersion": 1,
                "PayloadIdentifier": f"org.decktet-companion.{outer}",
                "PayloadUUID": outer,
                "PayloadDisplayName": _NAME,
                "PayloadDescription": "Trusts pages of one computer in your home network.",
                "PayloadContent": [content],
            }
        )

    def _page(self, catalogue: NullTranslations, language: str) -> str:
        title = format_message(Message("Trust this computer"), catalogue)
        about = "".join(f"<p>{format_message(one, catalogue)}</p>" for one in INTRODUCTION)
        digits = self.authority.fingerprint.replace(":", " ")
        apple = _steps(APPLE, Message("iPhone and iPad"), PROFILE, Message("Download the profile"), catalogue)
        android = _steps(ANDROID, Message("Android"), CERTIFICATE, Message("Download the certificate"), catalogue)
        without = format_message(WITHOUT, catalogue)
        return (
            f'<!doctype html><html lang="{language}" data-kind="trust"><head><meta charset="utf-8">'
            f'<title>{title}</title><meta name="viewport" content="width=device-width, initial-scale=1">'
            '<meta name="color-scheme" content="light dark"><link rel="icon" href="/icon.svg">'
            '<link rel="stylesheet" href="/themes.css">'
            '<link rel="stylesheet" href="/companion.css"><link rel="stylesheet" href="/host.css"></head><body>'
            f'<main class="lobby trust"><h1>{title}</h1>{about}<p class="digits">{digits}</p>{apple}{android}'
            f"<p>{without}</p></main></body></html>"
        )


def _steps(steps: tuple[Step, ...], system: Message, file: str, download: Message, catalogue: NullTranslations) -> str:
    drawn = "".join(
        f"<li><p>{format_message(one.text, catalogue)}</p>"
        f"{draw_phone([row.text(catalogue) for row in one.rows], switch=one.switch)}</li>"
        for one in steps
    )
    return (
        f"<section><h2>{format_message(system, catalogue)}</h2>"
        f'<p><a class="button main" href="{file}">{format_message(download, catalogue)}</a></p>'
        f"<ol>{drawn}</ol></section>"
    )


def _file(content: bytes, kind: str, path: str) -> Response:
    name = path.rpartition("/")[2]
    return Response(content, media_type=kind, headers={"content-disposition": f'attachment; filename="{name}"'})


def render_camera_page(invite: Callable[[], str], fingerprint: str, site: Callable[[], str], ctx: Context) -> str:
    """Return which phone is the camera, and how another comes in.

    Args:
        invite: Returns the address of the camera page with an unused code.
        fingerprint: That of the authority, as browsers show it.
        site: Returns the address of the site.
        ctx: The request.
    """
    address, trust = invite(), f"{site()}{PATH}"
    snapshot, state = ctx.host.snapshot(), ""
    if snapshot is not None and snapshot.camera is not None:
        text = snapshot.camera.advice or Message("The camera follows this game.")
        state = f'<p class="notice">{ctx.head(text)}</p>'
    first = ctx.say(Message("1. Once per phone: open this page on it and follow the steps."))
    second = ctx.say(Message("2. Scan this code with the phone. Its browser then films the table."))
    digits = ctx.say(Message("Certificate fingerprint (SHA-256): {digits}", {"digits": fingerprint}))
    return (
        f'{state}<section class="invitation"><p>{first}</p>{draw_svg_code(trust)}<p>{escape(trust)}</p></section>'
        f'<section class="invitation"><p>{second}</p>{draw_svg_code(address)}'
        f'<p>{escape(address.partition("#")[0])} <b class="code">{escape(address.partition("#")[2])}</b></p>'
        f'<p class="digits">{digits}</p></section>'
    )
