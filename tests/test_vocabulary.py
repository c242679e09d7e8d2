"""The code speaks the glossary's language, and its rooms import each other without a circle."""

import os
import subprocess
import sys

import pytest

from tests.code_figures import ROOT, exceptions, import_cycle, retired_names, retired_words
from tests.test_versions import interpreter

CHECKED = ("companion", "firmware_bridge", "models")
_PURE = """
import importlib, pkgutil, sys
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {"numpy", "cv2", "sqlalchemy", "PIL", "kivy", "typer", "rich", "platformdirs"}:
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Missing())
for room in ("companion.pieces", "companion.games", "companion.play"):
    for module in pkgutil.walk_packages(importlib.import_module(room).__path__, room + "."):
        importlib.import_module(module.name)
pure = "entries course.course course.summaries records.record records.record_schema records.text_form values"
for module in pure.split():
    importlib.import_module("companion.journal." + module)
"""
"""Imports the pure rooms where no package beside Python's own can be imported."""


def test_the_glossary_names_retired_words_and_a_reason_for_each_exception() -> None:
    assert {"told", "said", "given", "heard", "look", "eyes", "beside", "apart"} <= retired_words()
    assert all(exceptions().values())
    gone = [path for path in exceptions() if "/" in path and not (ROOT / path).exists()]
    assert gone == []


def test_no_name_holds_a_retired_word() -> None:
    assert retired_names() == {}


def test_no_modules_import_each_other_in_a_circle() -> None:
    assert import_cycle(*CHECKED) == []


@pytest.mark.prove("versions")
@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13", "3.14"])
def test_rules_play_and_records_need_nothing_but_any_python(version: str) -> None:
    _import_pure_rooms(interpreter(version))


def test_rules_play_and_records_need_nothing_but_python() -> None:
    _import_pure_rooms(sys.executable)


def _import_pure_rooms(python: str) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [python, "-S", "-c", _PURE]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
