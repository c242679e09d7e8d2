"""A plugin of pytest: the tests run with one limit changed, as the environment says.

``COMPANION_LIMIT="companion.rolls.dice_state:Limits.rest*1.4" python -m pytest -p tests.changed_limit tests/rolls``
"""

from __future__ import annotations

import ast
import os
import re
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType, ModuleType

CHANGED = "COMPANION_LIMIT"


def moved(value: object, factor: float) -> object:
    """The value times the factor; a whole number stays whole, but is another.

    >>> moved(0.5, 2), moved(6, 1.4), moved(1, 1.4), moved((1.0, 2.0), 0.5)
    (1.0, 8, 2, (0.5, 1.0))
    """
    if isinstance(value, tuple):
        return tuple(moved(one, factor) for one in value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(f"{value!r} is no number")
    if isinstance(value, float):
        return value * factor
    whole = round(value * factor)
    return whole if whole != value else value + (1 if factor > 1 else -1)


class _Changed(SourceFileLoader):
    """Loads a module with one field's default moved, from its source and not from what was compiled before."""

    def __init__(self, name: str, path: str, limits: str, field: str, factor: float) -> None:
        super().__init__(name, path)
        self._limits, self._field, self._factor = limits, field, factor

    def get_code(self, fullname: str) -> CodeType:
        tree = ast.parse(self.get_data(self.path))
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef) and node.name == self._limits:
                for line in node.body:
                    if isinstance(line, ast.AnnAssign) and ast.unparse(line.target) == self._field and line.value:
                        changed = f"__import__('tests.changed_limit').changed_limit.moved(0, {self._factor})"
                        call = ast.parse(changed, mode="eval").body
                        assert isinstance(call, ast.Call)
                        call.args[0] = line.value
                        line.value = call
                        return compile(ast.fix_missing_locations(tree), self.path, "exec")
        raise LookupError(f"{fullname} has no {self._limits}.{self._field}")


class _Finder(MetaPathFinder):
    def __init__(self, module: str, limits: str, field: str, factor: float) -> None:
        self._module, self._changed = module, (limits, field, factor)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != self._module:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and spec.origin is not None:
            spec.loader = _Changed(fullname, spec.origin, *self._changed)
        return spec


if CHANGED in os.environ:
    match = re.fullmatch(r"([\w.]+):(\w+)\.(\w+)\*([\d.]+)", os.environ[CHANGED])
    if match is None:
        raise ValueError(f"{CHANGED} is not MODULE:CLASS.FIELD*FACTOR: {os.environ[CHANGED]!r}")
    if match[1] in sys.modules:
        raise RuntimeError(f"{match[1]} is loaded already")
    sys.meta_path.insert(0, _Finder(match[1], match[2], match[3], float(match[4])))
