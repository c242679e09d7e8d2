"""Settings that cannot be used keep nobody from playing, and are not lost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.app.storage.settings import Settings
from companion.app.widgets.notice import Notice
from companion.folders import Folders
from companion.json_document import Document
from tests.app.tablet import Tablet

UNUSABLE = [
    b"no json",
    b"\xff\xfe",
    b"null",
    b"[]",
    b"[" * 100_000,
    b'{"a":' * 100_000,
    b'{"language": []}',
    b'{"language": {"fr": 1}}',
    b'{"language": "tlh"}',
    b'{"far_side_turned": "yes"}',
    b'{"camera": 5}',
    b'{"camera_counts_at_once": null}',
    b" " * 1_000_001,
]


def notices(tablet: Tablet) -> list[Notice]:
    return [widget for widget in tablet.screen.walk() if isinstance(widget, Notice)]


@pytest.mark.parametrize("content", UNUSABLE, ids=lambda content: content[:24].decode("latin-1"))
def test_the_app_starts_with_any_settings_says_what_is_wrong_and_puts_the_file_aside(
    tablet: Tablet, tmp_path: Path, content: bytes
) -> None:
    kept = tmp_path / "settings.json"
    kept.write_bytes(content)
    tablet.app.open_folders(Folders(tmp_path))
    tablet.settle()
    assert tablet.app.settings == Settings()
    [notice] = notices(tablet)
    assert str(kept) in notice.text and ("cannot be used" in notice.text or "unusable values" in notice.text)
    tablet.tap(notice)
    assert kept.read_bytes() == content
    tablet.app.set("far_side_turned", False)
    assert json.loads(kept.read_bytes())["far_side_turned"] is False
    assert (tmp_path / "settings-unusable.json").read_bytes() == content


def test_what_is_usable_is_used_and_the_rest_named(tmp_path: Path) -> None:
    kept = tmp_path / "settings.json"
    kept.write_text('{"language": "fr", "camera": 5, "far_side_turned": 1, "camera_counts_at_once": true}')
    settings, error = Settings.of(Document(kept))
    assert settings == Settings(language="fr", camera_counts_at_once=True)
    assert error is not None and "has unusable values for far_side_turned, camera" in str(error)


def test_what_was_put_aside_before_stays(tmp_path: Path) -> None:
    kept = tmp_path / "settings.json"
    for content in ("first", "second"):
        kept.write_text(content)
        document = Document(kept)
        settings, _ = Settings.of(document)
        settings.keep_in(document)
    assert (tmp_path / "settings-unusable.json").read_text() == "first"
    assert (tmp_path / "settings-unusable-2.json").read_text() == "second"
    assert Settings.of(Document(kept)) == (Settings(), None)


def test_usable_settings_and_none_at_all_are_nothing_to_speak_of(tmp_path: Path) -> None:
    kept = tmp_path / "data" / "settings.json"
    assert Settings.of(Document(kept)) == (Settings(), None)
    Settings(language="fr", camera="0").keep_in(Document(kept))
    assert Settings.of(Document(kept)) == (Settings(language="fr", camera="0"), None)
    assert [path.name for path in kept.parent.iterdir()] == ["settings.json"]


def test_the_theme_chosen_is_kept(tmp_path: Path) -> None:
    kept = tmp_path / "settings.json"
    Settings(theme="daylight").keep_in(Document(kept))
    assert json.loads(kept.read_text())["theme"] == "daylight"
    assert Settings.of(Document(kept)) == (Settings(theme="daylight"), None)
