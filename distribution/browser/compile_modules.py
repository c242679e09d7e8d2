"""Compile the files in ``/work`` for the Python that runs this, in Pyodide; see ``compile.mjs``."""

import importlib
import py_compile
import sys
import zipfile
from pathlib import Path

WORK = Path("/work")
STDLIB = "/lib/python314.zip"
LOADED = ("companion.browser.worker", "companion.browser.worker", "encodings.cp437", "shutil", "zipfile")
"""What a start imports: the companion, and what unpacks its archive."""
BY_HASH = py_compile.PycInvalidationMode.UNCHECKED_HASH
"""The hash of the source is in the file, and not its time: the same source gives the same bytes."""


def compile_stdlib() -> None:
    """Write the ``.pyc`` of every module of the standard library that is loaded now, without docstrings."""
    files = {getattr(module, "__file__", None) or "" for module in list(sys.modules.values())}
    names = sorted(file.removeprefix(f"{STDLIB}/") for file in files if file.startswith(f"{STDLIB}/"))
    with zipfile.ZipFile(STDLIB) as archive:
        for name in names:
            source, target = WORK / "source.py", WORK / "stdlib" / f"{name}c"
            source.write_bytes(archive.read(name))
            target.parent.mkdir(parents=True, exist_ok=True)
            py_compile.compile(str(source), str(target), f"{STDLIB}/{name}", True, 2, BY_HASH, 2)
            source.unlink()


sys.path.insert(0, str(WORK / "core"))
for module_name in LOADED:
    importlib.import_module(module_name)
compile_stdlib()
import compileall  # noqa: E402 - only now: a start does not load it

core = str(WORK / "core")
compileall.compile_dir(core, stripdir=core, quiet=2, legacy=True, optimize=0, invalidation_mode=BY_HASH)
