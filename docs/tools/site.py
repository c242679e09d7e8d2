"""``python -m docs.tools.site -o out/site``: the documentation as a site, which asks no other host for anything.

A link that leads nowhere, or anything else that Sphinx warns of, ends it with status 1.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from pathlib import Path

from docs.tools.api import written as api_pages
from docs.tools.stage import INDEX, ROOT, laid_out

CONFIGURED = ROOT / "docs" / "tools"
FIRST = INDEX.replace(".md", ".html")
_DOOR = f"""<!doctype html>
<meta charset="utf-8">
<title>Decktet Companion</title>
<meta http-equiv="refresh" content="0; url={FIRST}">
<a href="{FIRST}">Decktet Companion</a>
"""


def build(site: Path, quiet: bool = True) -> int:
    """Builds the site into a folder, which is replaced; gives Sphinx's status."""
    from sphinx.cmd.build import main as sphinx

    work = site.with_name(f"{site.name}-source")
    laid_out(work)
    api_pages(work / "docs" / "api")
    shutil.rmtree(site, ignore_errors=True)
    given = ["-b", "html", "-c", str(CONFIGURED), "-d", str(work / ".doctrees"), "-W", "--keep-going"]
    status = int(sphinx([*given, *(["-q"] if quiet else []), str(work), str(site)]))
    for unneeded in ("_sources", ".buildinfo", "objects.inv"):
        kept = site / unneeded
        shutil.rmtree(kept) if kept.is_dir() else kept.unlink(missing_ok=True)
    for page in (site / "docs" / "fr").glob("*.html"):
        page.write_text(page.read_text("utf8").replace('lang="en"', 'lang="fr"', 1), "utf8")
    (site / "index.html").write_text(_DOOR, "utf8")
    return status


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m docs.tools.site", description="The documentation as a site.")
    parser.add_argument("-o", "--out", type=Path, default=ROOT / "out" / "site", help="the folder, which is replaced")
    where = parser.parse_args().out.resolve()
    ended = build(where)
    print(f"{where / 'index.html'}: {'with faults, see above' if ended else 'no link leads nowhere'}")
    sys.exit(ended)
