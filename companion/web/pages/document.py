"""The HTML document around a page."""

from html import escape

from companion.locale import Message
from companion.locale.languages import LANGUAGES, translations
from companion.web.pages.host import PageResponse
from companion.web.pages.html import format_message

AWAY = Message("The table cannot be reached. This is the last known state.")
TOO_OLD = Message(
    "This browser is too old for this page. It needs at least Chrome or Edge 88, Firefox 89, or Safari 15.4 "
    "(iPhone and iPad: iOS 15.4)."
)
NO_STORAGE = Message(
    "This browser blocks storage for this page. Allow cookies and site data for it in the browser’s settings, "
    "then reload the page."
)
NO_SCRIPTS = Message("This page needs JavaScript. Allow it in the browser’s settings, then reload the page.")


def whole_page(response: PageResponse, language: str, base: str = "/") -> str:
    """Return the document of a page.

    Args:
        response: The page.
        language: The code of its language.
        base: The address to which all addresses in it are relative.
    """
    catalogue = translations(language if language in LANGUAGES else "en")
    away, old, storage, scripts = (format_message(text, catalogue) for text in (AWAY, TOO_OLD, NO_STORAGE, NO_SCRIPTS))
    return (
        f'<!doctype html><html lang="{escape(language)}" data-kind="{escape(response.kind)}">'
        '<head><meta charset="utf-8">'
        f'<base href="{escape(base)}"><title>{escape(response.title)}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">'
        '<meta name="color-scheme" content="light dark">'
        '<link rel="manifest" href="companion.webmanifest"><link rel="icon" href="icon.svg">'
        '<link rel="apple-touch-icon" href="icon-180.png"><link rel="stylesheet" href="themes.css">'
        '<link rel="stylesheet" href="companion.css">'
        '<link rel="stylesheet" href="host.css">'
        '<script defer src="idiomorph.min.js"></script><script type="module" src="companion.js"></script></head><body>'
        f'<p id="lacks" role="alert" hidden data-old="{old}" data-storage="{storage}"></p>'
        f'<noscript><p id="scripts" role="alert">{scripts}</p></noscript><script src="check.js"></script>'
        f'<p id="away" role="status" hidden>{away}</p><p id="live" class="spoken" aria-live="polite"></p>'
        f'<main id="main" tabindex="-1">{response.main}</main></body></html>'
    )
