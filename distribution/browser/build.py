"""Build the browser edition: a folder that any web server can host, from this checkout and the npm package pyodide.

``python distribution/browser/build.py -o out/browser-edition`` gets the package by ``npm pack``, once, and compares it
with its pinned hash. Python's files are compiled by the package's own Python, which runs in Node here.
"""

import argparse
import base64
import gzip
import hashlib
import io
import json
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.parse import parse_qs

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from companion.browser.game_log import GameLog  # noqa: E402 - from this checkout
from companion.browser.host import BrowserHost  # noqa: E402
from companion.games.registry import games  # noqa: E402
from companion.locale.languages import LANGUAGES  # noqa: E402
from companion.web.pages.document import whole_page  # noqa: E402
from companion.web.pages.host import PageRequest, PageResponse, Status, Viewer  # noqa: E402
from companion.web.pages.site import respond  # noqa: E402

PYODIDE = "pyodide@314.0.7"
INTEGRITY = "sha512-0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
"""The npm registry's hash of that version."""
PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
NOT_IMPORTED = (
    *("_pyrepl", "ctypes", "doctest.py", "email", "encodings", "ftplib.py", "http", "imaplib.py", "mailbox.py"),
    *("multiprocessing", "optparse.py", "pdb.py", "pickletools.py", "pydoc.py", "smtplib.py", "sqlite3", "unittest"),
    *("wsgiref", "xml", "xmlrpc"),
)
"""Modules and packages of the standard library that are left out, but for what a start loads of them."""
PURE = ("browser", "games", "locale", "pieces", "play", "web/pages", "web/painters")
"""Folders of ``companion`` that go in whole."""
NOT_SERVED = ("camera.html", "camera.js", "transport.js")
"""Files of the server's pages that this edition does not need, or has its own of."""
PREPARED = ("/", "/new", "/roll", "/rules")
"""Pages that are shown before Python runs, besides the rules of every game and preset."""
DATE = (2000, 1, 1, 0, 0, 0)
"""The date of every file in the archive, so that the same checkout gives the same bytes."""


def main(arguments: list[str] | None = None) -> int:
    """Build the folder; return 0, or 1 with one line on standard error."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "out" / "browser-edition")
    folder: Path = parser.parse_args(arguments).output
    if shutil.which("node") is None:
        print("node: not found; install Node.js with npm", file=sys.stderr)
        return 1
    try:
        package = get_pyodide(ROOT / "out" / "pyodide")
    except (OSError, subprocess.CalledProcessError, ValueError) as error:
        print(f"{PYODIDE}: {error}; install Node.js with npm, and check the network", file=sys.stderr)
        return 1
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    build(folder, package)
    files = files_in(folder)
    print(f"{folder}: {len(files)} files, {compressed_size(files) / 1e6:.2f} MB compressed")
    return 0


def get_pyodide(cache: Path) -> Path:
    """Return the package's archive, from the cache or by ``npm pack``; raise ``ValueError`` if its hash differs."""
    cache.mkdir(parents=True, exist_ok=True)
    archive = cache / f"{PYODIDE.replace('@', '-')}.tgz"
    if not archive.exists():
        subprocess.run(["npm", "pack", "--silent", PYODIDE], cwd=cache, check=True, capture_output=True)
    found = "sha512-" + base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()
    if found != INTEGRITY:
        archive.unlink()
        raise ValueError(f"the archive has another hash ({found})")
    return archive


def build(folder: Path, package: Path) -> None:
    """Write the edition into an empty folder.

    Args:
        folder: The folder.
        package: The archive of pyodide.
    """
    static = ROOT / "companion" / "web" / "static"
    shutil.copytree(static, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns(*NOT_SERVED))
    shutil.copytree(ROOT / "companion" / "browser" / "static", folder, dirs_exist_ok=True)
    with tarfile.open(package) as archive:
        (folder / "pyodide").mkdir()
        for name in PYODIDE_FILES:
            member = archive.extractfile(f"package/{name}")
            assert member is not None, name
            (folder / "pyodide" / name).write_bytes(member.read())
    write_python(folder)
    (folder / "prepared.json").write_text(prepared_text(), "utf8")
    (folder / "index.html").write_text(first_document(), "utf8")
    seal(folder)


def seal(folder: Path) -> None:
    """Name every file, and the edition by the hash of them all, in the service worker."""
    files = dict(sorted(files_in(folder).items()))
    worker = files.pop("service-worker.js").decode()
    edition = hashlib.sha256(b"".join(name.encode() + content for name, content in files.items())).hexdigest()[:16]
    served = ["./", *(name for name in files if name != "index.html")]
    worker = worker.replace("self.__FILES__", json.dumps(served)).replace("self.__EDITION__", json.dumps(edition))
    (folder / "service-worker.js").write_text(worker, "utf8")


def write_python(folder: Path) -> None:
    """Write the archive of the companion's files, and that of the standard library anew, both compiled.

    Args:
        folder: The edition's folder, with Pyodide in it.
    """
    library = folder / "pyodide" / "python_stdlib.zip"
    with tempfile.TemporaryDirectory() as work:
        for path in core_files():
            copy = Path(work, "core", path.relative_to(ROOT))
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy)
        script = str(Path(__file__).with_name("compile.mjs"))
        subprocess.run(["node", script, str(folder / "pyodide"), work], check=True, stderr=subprocess.PIPE)
        (folder / "core.zip").write_bytes(archived(files_in(Path(work, "core"), without=".py")))
        compiled = files_in(Path(work, "stdlib"))
    with zipfile.ZipFile(library) as archive:
        kept = (name for name in archive.namelist() if name.partition("/")[0] not in NOT_IMPORTED)
        rest = {name: archive.read(name) for name in kept if f"{name}c" not in compiled}
    library.write_bytes(archived({**rest, **compiled}))


def files_in(folder: Path, without: str | None = None) -> dict[str, bytes]:
    """Return the files of a folder by their paths, but for those with a suffix."""
    files = (path for path in folder.rglob("*") if path.is_file() and path.suffix != without)
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def archived(files: Mapping[str, bytes]) -> bytes:
    """Return a ZIP archive of these files, the same bytes for the same files."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(files):
            info = zipfile.ZipInfo(name, DATE)
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, files[name])
    return content.getvalue()


def core_files() -> set[Path]:
    """Return the files that go into the archive: the pure folders, and what they import from others."""
    files = {
        path
        for name in PURE
        for path in (ROOT / "companion" / name).rglob("*")
        if path.suffix in (".py", ".mo", ".json") and "static" not in path.parts
    }
    return files | set(imported_files())


def imported_files() -> Iterator[Path]:
    """Yield the files of this project that the worker and all games import."""
    code = (
        "import sys, companion.browser.worker, companion.browser.worker\n"
        "from companion.games.registry import games\n"
        "from companion.web.pages.registry import find_game_view\n"
        "[find_game_view(game.name) for game in games()]\n"
        "print('\\n'.join(m.__file__ for n, m in sys.modules.items() if n.split('.')[0] == 'companion'))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True, text=True)
    yield from map(Path, done.stdout.splitlines())


class _Memory(io.BytesIO):
    """A storage in memory, without games."""

    append = io.BytesIO.write


def first_document() -> str:
    """Return the document that shows the first page at once."""
    return whole_page(_page("/", "en"), "en", base="./")


def prepared_text() -> str:
    """Return the prepared pages by language and address, as JSON."""
    return json.dumps({code: dict(prepared_pages(code)) for code in LANGUAGES}, ensure_ascii=False)


def prepared_pages(language: str) -> Iterator[tuple[str, dict[str, object]]]:
    """Yield the pages that need no game, by their addresses."""
    rules = [f"/rules?game={game.name}" for game in games()]
    presets = [f"/rules?game={game.name}&preset={preset}" for game in games() for preset in game.presets]
    for address in (*PREPARED, *rules, *presets):
        page = _page(address, language)
        assert page.status == Status.OK, address
        yield address, {"status": Status.OK, "title": page.title, "main": page.main, "live": "", "kind": page.kind}


def _page(address: str, language: str) -> PageResponse:
    path, _, query = address.partition("?")
    form = {name: tuple(values) for name, values in parse_qs(query).items()}
    host = BrowserHost(GameLog(_Memory()), {}, lambda notes: None)
    return respond(PageRequest("GET", path, form, Viewer(None, is_host=True, language=language)), host)


def compressed_size(files: Mapping[str, bytes]) -> int:
    """Return how many bytes a first visit loads if the server compresses what can be compressed."""
    loaded = (one if name.endswith((".zip", ".png")) else gzip.compress(one, 9) for name, one in files.items())
    return sum(map(len, loaded))


if __name__ == "__main__":
    sys.exit(main())
