"""How the program was installed, and the command that adds a package to this installation."""

import json
import os
import sys
from enum import Enum
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

from companion.locale import Message
from companion.platform_info import on_android

DISTRIBUTION = "decktet-companion"
_PIPX_FILE, _UV_TOOL_FILE = "pipx_metadata.json", "uv-receipt.toml"
"""The files by which pipx and ``uv tool`` mark an environment as theirs, in its first folder."""


class Installer(Enum):
    """What installed the program, and so what adds a package to it."""

    BUNDLE = "bundle"
    PIPX = "pipx"
    UV_TOOL = "uv tool"
    UV = "uv"
    PIP = "pip"


def find_installer() -> Installer:
    """Return what installed the running program."""
    if getattr(sys, "frozen", False) or on_android():
        return Installer.BUNDLE
    environment = Path(sys.prefix)
    if (environment / _PIPX_FILE).is_file():
        return Installer.PIPX
    if (environment / _UV_TOOL_FILE).is_file():
        return Installer.UV_TOOL
    return Installer.PIP if find_spec("pip") is not None else Installer.UV


def extra_hint(extra: str) -> Message:
    """Return the next step of an error about a missing extra, such as ``page``."""
    return _hint(extra_command(extra))


def package_hint(requirement: str) -> Message:
    """Return the next step of an error about a missing package, such as ``reportlab>=4.2``."""
    return _hint(package_command(requirement))


def extra_command(extra: str) -> str:
    """Return the command that adds an extra of the companion to this installation.

    Args:
        extra: The extra's name, such as ``page``.

    Returns:
        A command for a shell. In a bundle, which cannot be extended, it installs the companion anew.
    """
    wanted = f"{DISTRIBUTION}[{extra}]"
    match find_installer():
        case Installer.BUNDLE:
            return f'pipx install "{wanted}"'
        case Installer.PIPX:  # by its packages: pipx finds an extra only where it found the companion
            return f"pipx inject {DISTRIBUTION} {_quoted(_packages(extra))}"
        case Installer.UV_TOOL:  # all in one: uv replaces what the tool was installed with
            return f'uv tool install "{wanted}{_source()}"'
        case _:
            return _by_pip(wanted)


def package_command(requirement: str) -> str:
    """Return the command that adds one package, or another version of it, to this installation.

    Args:
        requirement: The package, with a version or without.

    Returns:
        A command for a shell. In a bundle, which cannot be extended, it installs the companion anew.
    """
    match find_installer():
        case Installer.BUNDLE:
            return f"pipx install {DISTRIBUTION}"
        case Installer.PIPX:
            return f'pipx inject --force {DISTRIBUTION} "{requirement}"'
        case Installer.UV_TOOL:
            return f'uv tool install --with "{requirement}" "{DISTRIBUTION}{_source()}"'
        case _:
            return _by_pip(requirement)


def _hint(command: str) -> Message:
    if find_installer() is Installer.BUNDLE:
        return Message("this download cannot be extended; install the companion with `{command}`", {"command": command})
    return Message("install it with `{command}`", {"command": command})


def _by_pip(requirement: str) -> str:
    """Return pip's or uv's command; it names the Python if that is not the one a shell finds."""
    python = f'"{sys.executable}"' if " " in sys.executable else sys.executable
    if find_installer() is Installer.UV:
        return f'uv pip install --python {python} "{requirement}"'
    in_environment = sys.prefix != sys.base_prefix and os.environ.get("VIRTUAL_ENV") != sys.prefix
    return f'{python if in_environment else "python"} -m pip install "{requirement}"'


def _packages(extra: str) -> list[str]:
    """Return the packages of an extra as the installed companion declares them."""
    from packaging.requirements import Requirement

    packages = []
    for package in map(Requirement, metadata.requires(DISTRIBUTION) or ()):
        marker, package.marker = package.marker, None
        if marker is not None and marker.evaluate({"extra": extra}) and not marker.evaluate({"extra": ""}):
            packages.append(str(package))
    return sorted(packages)


def _quoted(words: list[str]) -> str:
    """Return words for a shell. Double quotes are the ones that also count for Windows' own."""
    return " ".join(f'"{word}"' for word in words)


def _source() -> str:
    """Return `` @ `` and the address of the file or folder that the companion came from; empty if from an index."""
    text = metadata.distribution(DISTRIBUTION).read_text("direct_url.json")
    return "" if text is None else f" @ {json.loads(text)['url']}"
