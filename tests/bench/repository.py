"""What only the project's repository has: the scripts that render scenes. No installed package carries them."""

from __future__ import annotations

import sys
from importlib.machinery import PathFinder
from pathlib import Path

from companion.errors import CompanionError
from companion.locale import Message


class OnlyInRepository(CompanionError):
    """Something that is done with the repository's own scripts, asked for where there is no repository."""


HERE = Message("run it in the project's repository")


def in_repository() -> bool:
    """Whether the scripts are there."""
    return PathFinder.find_spec("models", [str(Path.cwd()), *sys.path]) is not None


def script(name: str, what: Message, next_step: Message = HERE) -> list[str]:
    """The command that runs ``models.training.<name>``, which makes ``what``; arguments are to follow.

    Raises :class:`OnlyInRepository`.
    """
    if not in_repository():
        raise OnlyInRepository(
            what,
            Message("are rendered by scripts of the project's repository, which this installation does not have"),
            next_step,
        )
    return [sys.executable, "-m", f"models.training.{name}"]
