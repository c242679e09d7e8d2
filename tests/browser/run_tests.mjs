// Runs tests in Pyodide: node run_tests.mjs PYODIDE PROJECT PACKAGES FILE-OR-FOLDER...
import { pathToFileURL } from "node:url";
import { resolve } from "node:path";

const [pyodide, project, packages] = process.argv.slice(2, 5).map((one) => resolve(one));
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: `${pyodide}/` });
python.mountNodeFS("/project", project);
python.mountNodeFS("/packages", packages);
python.globals.set("arguments", python.toPy(process.argv.slice(5)));
process.exitCode = python.runPython(`
import importlib, os, sys
from pathlib import Path
sys.path[:0] = ["/packages", "/project"]
sys.dont_write_bytecode = True
os.chdir("/project")
os.environ["LANGUAGE"] = "en"
import pytest

def can_run(file):
    """Whether a file of tests needs nothing but Python and pytest."""
    try:
        importlib.import_module(".".join(file.with_suffix("").parts))
    except (ModuleNotFoundError, ImportError):
        return False
    return True

class Collection:
    """Stands in for what tests/conftest.py offers, which needs more than Python."""

    @pytest.fixture(scope="session")
    def shared(self):
        pytest.skip("no collection of real cards and games here")

every = [file for one in map(Path, arguments) for file in ([one] if one.is_file() else sorted(one.rglob("test_*.py")))]
files = [file for file in every if can_run(file)]
print("Python", sys.version.split()[0], len(files), "files", flush=True)
options = ["-q", "-o", "addopts=--import-mode=importlib", "-o", "filterwarnings=", "-m", "not prove", "--noconftest"]
int(pytest.main([*options, "-p", "no:cacheprovider", "-p", "no:faulthandler", *map(str, files)], [Collection()]))
`);
