"""The hint for a missing package is the command that works for the way the companion was installed."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.errors import CompanionError
from companion.installation import Installer, extra_command, extra_hint, find_installer, package_command, package_hint
from companion.locale import Message

BLUETOOTH = '"bleak>=1.1"'


@pytest.fixture
def environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An environment without marks of an installer, as the running program's."""
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    monkeypatch.setattr(sys, "executable", str(tmp_path / "bin" / "python"))
    monkeypatch.delenv("VIRTUAL_ENV", raising=False)
    return tmp_path


def test_pipx_is_asked_to_add_the_packages_of_an_extra_to_the_companion(environment: Path) -> None:
    (environment / "pipx_metadata.json").write_text("{}")
    assert find_installer() is Installer.PIPX
    assert extra_command("dice") == f"pipx inject decktet-companion {BLUETOOTH}"
    assert extra_command("club") == 'pipx inject decktet-companion "psycopg[binary]>=3.2.3"'
    assert package_command("numpy>=99") == 'pipx inject --force decktet-companion "numpy>=99"'


def test_uv_is_asked_to_install_the_tool_with_its_extra_from_where_it_came(environment: Path) -> None:
    (environment / "uv-receipt.toml").write_text("")
    assert find_installer() is Installer.UV_TOOL
    command = extra_command("page")
    assert command.startswith('uv tool install "decktet-companion[page] @ file://') and command.endswith('"')
    assert package_command("reportlab").startswith('uv tool install --with "reportlab" "decktet-companion @ file://')


def test_pip_is_named_with_its_python_unless_it_is_found(environment: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.installation.find_spec", lambda _name: True)
    assert find_installer() is Installer.PIP
    assert extra_command("plot") == f'{environment}/bin/python -m pip install "decktet-companion[plot]"'
    monkeypatch.setenv("VIRTUAL_ENV", str(environment))
    assert extra_command("plot") == 'python -m pip install "decktet-companion[plot]"'
    monkeypatch.setattr(sys, "executable", str(environment / "my games" / "python"))
    monkeypatch.delenv("VIRTUAL_ENV")
    assert extra_command("plot").startswith(f'"{environment}/my games/python" -m pip')


def test_uv_is_named_for_an_environment_without_pip(environment: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.installation.find_spec", lambda _name: None)
    python = environment / "bin" / "python"
    assert extra_command("dice") == f'uv pip install --python {python} "decktet-companion[dice]"'


def test_a_bundle_says_that_it_cannot_be_extended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    hint = 'this download cannot be extended; install the companion with `pipx install "decktet-companion[plot]"`'
    assert str(extra_hint("plot")) == hint


def test_every_error_about_a_missing_package_gives_the_hint(environment: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from companion import bluetooth
    from companion.cli import print as printing
    from companion.journal.store import postgres

    (environment / "pipx_metadata.json").write_text("{}")
    for name in ("bleak", "psycopg", "reportlab"):
        monkeypatch.setitem(sys.modules, name, None)
    missing: list[tuple[Message, Callable[[], object]]] = [
        (extra_hint("dice"), bluetooth.BleakRadio),
        (extra_hint("club"), lambda: postgres.with_driver(postgres.server("postgresql://ann@club/games"))),
        (package_hint("reportlab"), printing.printables),
    ]
    for hint, attempt in missing:
        with pytest.raises(CompanionError) as refused:
            attempt()
        assert str(refused.value.next_step) == str(hint)
