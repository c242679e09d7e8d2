"""``python -m docs.tools.site -o out/site``: builds the documentation as a site that needs no other host.

A broken link, or any other warning of Sphinx, ends it with status 1.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from pathlib import Path

from docs.tools.api import write_pages as api_pages
from docs.tools.site_pages import INDEX, ROOT, copy_pages

CONFIGURED = ROOT / "docs" / "tools"
FIRST = INDEX.replace(".md", ".html")
_REDIRECT = f"""<!doctype html>
<meta charset="utf-8">
<title>Decktet Companion</title>
<meta http-equiv="refresh" content="0; url={FIRST}">
<a href="{FIRST}">Decktet Companion</a>
"""


def build(site: Path, quiet: bool = True) -> int:
    """Build the site.

    Args:
        site: The folder, which is replaced.
        quiet: Whether Sphinx prints only warnings.

    Returns:
        The status of Sphinx.
    """
    from sphinx.cmd.build import main as sphinx

    work = site.with_name(f"{site.name}-source")
    copy_pages(work)
    api_pages(work / "docs" / "api")
    shutil.rmtree(site, ignore_errors=True)
    arguments = ["-b", "html", "-c", str(CONFIGURED), "-d", str(work / ".doctrees"), "-W", "--keep-going"]
    status = int(sphinx([*arguments, *(["-q"] if quiet else []), str(work), str(site)]))
    for unneeded in ("_sources", ".buildinfo", "objects.inv"):
        kept = site / unneeded
        shutil.rmtree(kept) if kept.is_dir() else kept.unlink(missing_ok=True)
    for page in (site / "docs" / "fr").glob("*.html"):
        page.write_text(page.read_text("utf8").replace('lang="en"', 'lang="fr"', 1), "utf8")
    (site / "index.html").write_text(_REDIRECT, "utf8")
    return status


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m docs.tools.site", description="The documentation as a site.")
    parser.add_argument("-o", "--out", type=Path, default=ROOT / "out" / "site", help="the folder, which is replaced")
    where = parser.parse_args().out.resolve()
    ended = build(where)
    print(f"{where / 'index.html'}: {'with faults, see above' if ended else 'no link leads nowhere'}")
    sys.exit(ended)
