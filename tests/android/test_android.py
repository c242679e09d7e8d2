"""What of Android can be tried on Linux: python-for-android's graph, the app's modules, OpenCV's older answers.

The APK itself is not built here (``docs/android.md``).
"""

import ast
import configparser
import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from companion.demo import bundled
from companion.pictures.loading import load_picture
from companion.platform_info import on_android
from tests.conftest import SHARED
from tests.test_versions import ROOT, environment, interpreter, uv

ANDROID = ROOT / "distribution" / "android"
PURE = {"pyserial", "platformdirs", "packaging", "httpx", "httpcore", "h11", "anyio", "typing_extensions"}
"""Requirements without a recipe: python-for-android installs such with pip, which only goes for pure Python."""
KIVY_S = {"six", "certifi", "chardet", "filetype", "idna", "urllib3", "requests"}
"""What Kivy and pyjnius ask for beside them, as pure."""
IMPORTED = {
    *("numpy", "cv2", "PIL", "sqlalchemy", "kivy", "serial", "platformdirs", "packaging", "typing_extensions"),
    *("httpx", "httpcore", "h11", "anyio", "certifi", "idna"),
    *("android", "jnius", "kivy_deps", "greenlet", "pkg_resources", "_distutils_hack"),
}
SPARED = {"onnxruntime", "pillow-heif", "prompt-toolkit", "reportlab", "rich", "typer", "cv2-enumerate-cameras"} | {
    *("cryptography", "ifaddr", "segno", "starlette", "uvicorn")
}
"""Declared packages that the app on Android does without."""

GRAPH = """
import json, sys
from types import SimpleNamespace
from pythonforandroid.bootstrap import Bootstrap
from pythonforandroid.build import Context
from pythonforandroid.graph import get_recipe_order_and_bootstrap
from pythonforandroid.recipe import Recipe
context = Context()
context.local_recipes = sys.argv[1]
wanted = [name.partition("==")[0] for name in sys.argv[2:]]
order, modules, bootstrap = get_recipe_order_and_bootstrap(context, wanted, Bootstrap.get_bootstrap("sdl2", context))
versions = {name: str(Recipe.get_recipe(name, context).version) for name in order}
print("GRAPH" + json.dumps({"order": order, "modules": modules, "versions": versions}))
"""


def requirements() -> list[str]:
    spec = configparser.ConfigParser(interpolation=None)
    spec.read(ANDROID / "buildozer.spec", "utf8")
    return spec["app"]["requirements"].split(",")


def declared() -> list[Requirement]:
    return [
        Requirement(one)
        for one in tomllib.loads((ROOT / "pyproject.toml").read_text("utf8"))["project"]["dependencies"]
    ]


def test_every_declared_package_is_required_on_android_or_spared_there() -> None:
    called = {"opencv-python": "opencv", "pillow": "pillow"}
    wanted = {name.partition("==")[0] for name in requirements()}
    left = {one.name for one in declared() if called.get(one.name, one.name) not in wanted}
    assert left == SPARED


def test_the_python_of_the_apk_is_one_that_the_companion_runs_on() -> None:
    pinned = dict(name.split("==") for name in requirements() if "==" in name)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf8"))["project"]
    assert pinned["python3"] == pinned["hostpython3"]
    assert Requirement(f"python{project['requires-python']}").specifier.contains(pinned["python3"])


def test_a_machine_is_android_if_python_for_android_or_python_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not on_android()
    monkeypatch.setenv("ANDROID_ARGUMENT", "/data")
    assert on_android()
    monkeypatch.delenv("ANDROID_ARGUMENT")
    monkeypatch.setattr(sys, "platform", "android")
    assert on_android()


def test_where_no_process_can_be_started_pictures_are_decoded_all_the_same() -> None:
    """In a process of its own, for from then on it has no limits."""
    program = (
        "from pathlib import Path\n"
        "from companion.pictures.loading import load_picture\n"
        "from companion.pictures.sandbox import process\n"
        f"picture = load_picture(Path({str(bundled.photo())!r}))\n"
        "assert isinstance(process._idle[0], process.InProcessDecoder)\n"
        "print(picture.pixels.shape, int(picture.pixels.sum()))\n"
    )
    surroundings = {**os.environ, "ANDROID_ARGUMENT": "/data"}
    inside = subprocess.run(
        [sys.executable, "-c", program], env=surroundings, cwd=ROOT, capture_output=True, text=True, check=False
    )
    separately = load_picture(bundled.photo()).pixels
    assert inside.stdout.strip() == f"{separately.shape} {int(separately.sum())}", inside.stderr


def test_the_app_opens_where_the_packages_of_its_pages_are_not() -> None:
    """No module of the app imports, when it is loaded, more of the pages than what looks whether they are there."""
    for path in (ROOT / "companion" / "app").rglob("*.py"):
        loaded = [one for one in ast.parse(path.read_text("utf8")).body if isinstance(one, ast.ImportFrom)]
        named = {one.module for one in loaded if (one.module or "").startswith("companion.web")}
        assert named <= {"companion.web.network_interfaces"}, path


@pytest.fixture(scope="module")
def p4a(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A Python that has python-for-android."""
    folder = tmp_path_factory.mktemp("p4a")
    uv("venv", "--quiet", "--python", interpreter("3.11"), str(folder / "venv"))
    python = folder / "venv" / "bin" / "python"
    try:
        uv("pip", "install", "--quiet", "--python", str(python), "python-for-android>=2026.5.9", "setuptools")
    except AssertionError as error:
        pytest.skip(f"python-for-android cannot be installed here: {error}")
    return str(python)


@pytest.mark.prove("android")
def test_python_for_android_finds_an_order_for_all_that_is_required(p4a: str) -> None:
    command = [p4a, "-c", GRAPH, str(ANDROID / "recipes"), *requirements()]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    (found,) = [line for line in done.stdout.splitlines() if line.startswith("GRAPH")] or [done.stderr]
    graph = json.loads(found.removeprefix("GRAPH"))
    order = graph["order"]
    assert {"python3", "numpy", "opencv", "pillow", "kivy", "sqlalchemy", "sdl2", "pyjnius", "sqlite3"} <= set(order)
    assert order.index("numpy") < order.index("opencv") and order.index("hostpython3") < order.index("python3")
    assert set(graph["modules"]) == PURE | KIVY_S
    called = {"opencv": "opencv-python"}
    built = {called.get(name, name): version.removeprefix("v") for name, version in graph["versions"].items()}
    for one in declared():
        if one.name in built:
            assert one.specifier.contains(built[one.name]), f"{one}: the recipe has {built[one.name]}"
    assert re.match(r"4\.12\.", built["opencv-python"])


@pytest.mark.prove("android")
def test_what_is_packed_for_android_imports_plays_and_sees_there(tmp_path: Path) -> None:
    uv("build", "--quiet", "--wheel", "--out-dir", str(tmp_path / "dist"), str(ROOT))
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    laid = tmp_path / "build"
    subprocess.run([sys.executable, str(ANDROID / "lay_out.py"), str(wheel), str(laid)], check=True)
    assert (laid / "main.py").is_file() and (laid / "icon.png").is_file()
    surroundings = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "DISPLAY")}
    surroundings |= {
        **{"KIVY_NO_ARGS": "1", "KIVY_WINDOW": "sdl2", "KIVY_HOME": str(tmp_path / "kivy"), "KIVY_NO_FILELOG": "1"},
        **{"SDL_AUDIODRIVER": "dummy", "LIBGL_ALWAYS_SOFTWARE": "1", "KCFG_KIVY_LOG_LEVEL": "warning"},
    }
    command = [sys.executable, "-P", str(Path(__file__).with_name("on_android.py")), str(laid), *IMPORTED]
    done = subprocess.run(command, env=surroundings, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    output = done.stdout.splitlines()
    assert output[0] == "played 1" and output[1].startswith("seen ") and output[2].startswith("camera: ")
    truth = json.loads(bundled.photo().with_suffix(".json").read_text("utf8"))
    assert output[1] == f"seen {len(truth['cards'])} {len(truth['dice'])}"


SEE = "import sys; from companion.__main__ import run; sys.exit(run(['see', *sys.argv[1:], '--json']))"


@pytest.mark.prove("android")
@pytest.mark.timeout(2400)
def test_opencv_4_12_reads_as_the_newest_does(tmp_path: Path) -> None:
    """By OpenCV's own runtime, as on Android; the bundled photo, and the first samples where they are."""
    samples = sorted((SHARED / "samples").glob("0*.jpg"))[:8]
    photos = [str(bundled.photo()), *map(str, samples)]
    surroundings = {**os.environ, "COMPANION_RUNTIME": "opencv", "PYTHONPATH": str(ROOT)}
    read = {}
    for name, pinned in (("4.12", "opencv-python==4.12.*"), ("newest", "opencv-python")):
        python = environment(tmp_path / name, "3.11", "highest", pinned)
        done = subprocess.run([python, "-c", SEE, *photos], env=surroundings, capture_output=True, check=False)
        assert done.returncode in (0, 1) and done.stdout, done.stderr
        read[name] = [_answers(one) for one in json.loads(done.stdout)]
    assert read["4.12"] == read["newest"]


def _answers(one: dict[str, list[dict[str, object]]]) -> list[tuple[object, ...]]:
    cards = [("card", card["card"], card["face"], card["sure"]) for card in one["cards"]]
    return [*cards, *(("die", die["kind"], die["value"], die["sure"]) for die in one["dice"])]
