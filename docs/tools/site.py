"""``python -m docs.tools.site -o out/site``: builds the documentation as a site that needs no other host.

It is built once in each language, and the pages of both stand in one folder. A broken link, or any other warning of
Sphinx, ends it with status 1. ``--released`` builds the pages as they are after a release.
"""

import argparse
import filecmp
import re
import shutil
import sys
from pathlib import Path

from docs.tools.api import write_pages as api_pages
from docs.tools.figures import format_every_figure
from docs.tools.release import Publication
from docs.tools.site_access import complete_pages
from docs.tools.site_pages import EVERY_FIGURE, INDEXES, ROOT, copy_pages

CONFIGURED = ROOT / "docs" / "tools"
TITLES = {"en": "Decktet Companion", "fr": "Compagnon du Decktet"}
OWN_FILES = (
    "search.html",
    "searchindex.js",
    "_static/language_data.js",
    "_static/documentation_options.js",
    "_static/translations.js",
)
"""What Sphinx writes for one language alone."""
PICTURES = "_images"
_FIRST = {language: page.replace(".md", ".html") for language, page in INDEXES.items()}
_REDIRECT = f"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>{TITLES["en"]}</title>
<meta http-equiv="refresh" content="0; url={_FIRST["en"]}">
<a href="{_FIRST["en"]}">{TITLES["en"]}</a>
<a href="{_FIRST["fr"]}" lang="fr" hreflang="fr">{TITLES["fr"]}</a>
</html>
"""


def build(site: Path, released: bool = False) -> int:
    """Build the site.

    Args:
        site: The folder, which is replaced.
        released: Whether the pages are as after a release.

    Returns:
        The status of Sphinx.
    """
    texts = Publication.example().pages() if released else {}
    status = _build_language(site, "en", texts)
    french = site.with_name(f"{site.name}-fr")
    status |= _build_language(french, "fr", texts)
    _add_french(french, site)
    for unneeded in ("_sources", ".buildinfo", "objects.inv"):
        kept = site / unneeded
        shutil.rmtree(kept) if kept.is_dir() else kept.unlink(missing_ok=True)
    (site / "index.html").write_text(_REDIRECT, "utf8")
    return status


def _build_language(site: Path, language: str, texts: dict[Path, str]) -> int:
    from sphinx.cmd.build import main as sphinx

    work = site.with_name(f"{site.name}-source")
    copy_pages(work, language, texts)
    if language == "en":
        api_pages(work / "docs" / "api")
        (work / EVERY_FIGURE).write_text(format_every_figure(), "utf8")
    shutil.rmtree(site, ignore_errors=True)
    arguments = ["-b", "html", "-c", str(CONFIGURED), "-d", str(work / ".doctrees"), "-W", "--keep-going", "-q"]
    settings = {"language": language, "root_doc": INDEXES[language].removesuffix(".md"), "html_title": TITLES[language]}
    for name, value in settings.items():
        arguments += ["-D", f"{name}={value}"]
    status = int(sphinx([*arguments, str(work), str(site)]))
    complete_pages(site, language)
    return status


def _add_french(french: Path, site: Path) -> None:
    """Move the French pages, with what only they use, to the English ones: under names of their own."""
    renamed = {file: f"{Path(file).with_suffix('')}-fr{Path(file).suffix}" for file in OWN_FILES}
    for file, name in renamed.items():
        (french / file).rename(french / name)
    own = [picture for picture in (french / PICTURES).iterdir() if not _has_copy(site / PICTURES, picture)]
    named = re.compile(rf"{PICTURES}/({'|'.join(re.escape(picture.name) for picture in own)})")
    for page in (*(french / "docs" / "fr").rglob("*.html"), french / renamed["search.html"]):
        text = named.sub(rf"{PICTURES}-fr/\1", page.read_text("utf8"))
        for file, name in renamed.items():
            text = text.replace(file, name)
        moved = site / page.relative_to(french)
        moved.parent.mkdir(parents=True, exist_ok=True)
        moved.write_text(text, "utf8")
    for file in renamed.values():
        if not file.endswith(".html"):
            shutil.copy(french / file, site / file)
    (site / f"{PICTURES}-fr").mkdir()
    for picture in own:
        shutil.copy(picture, site / f"{PICTURES}-fr")
    shutil.rmtree(french)


def _has_copy(folder: Path, file: Path) -> bool:
    """Return whether a folder has a file of the same name and content."""
    return (folder / file.name).is_file() and filecmp.cmp(folder / file.name, file, shallow=False)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m docs.tools.site", description="The documentation as a site.")
    parser.add_argument("-o", "--out", type=Path, default=ROOT / "out" / "site", help="the folder, which is replaced")
    parser.add_argument("--released", action="store_true", help="build the pages as they are after a release")
    options = parser.parse_args()
    where = options.out.resolve()
    ended = build(where, options.released)
    print(f"{where / 'index.html'}: {'with faults, see above' if ended else 'no link leads nowhere'}")
    sys.exit(ended)
