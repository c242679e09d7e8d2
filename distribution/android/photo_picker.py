"""Android's own picker of pictures: since Android 10 an app sees no folders, only what somebody picks for it."""

import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from android import activity, mActivity  # type: ignore[import-not-found]  # python-for-android's own
from jnius import autoclass, cast  # type: ignore[import-not-found]
from kivy.clock import Clock

REQUEST = 0x0DEC
"""What Android hands back with the answer, so that it is known for ours."""
BUFFER = 1 << 16
"""Bytes that are copied at once."""


def pick(taker: Callable[[Path], None]) -> None:
    """Open the picker.

    ``taker`` gets a copy of the photo, or nothing if none was picked, on the window's thread.
    """

    def answered(request: int, result: int, intent: Any) -> None:
        if request != REQUEST:
            return
        activity.unbind(on_activity_result=answered)
        if result == autoclass("android.app.Activity").RESULT_OK and intent is not None:
            photo = _copied(intent.getData())
            Clock.schedule_once(lambda _seconds: taker(photo))

    activity.bind(on_activity_result=answered)
    intents = autoclass("android.content.Intent")
    asked = intents(intents.ACTION_OPEN_DOCUMENT)
    asked.addCategory(intents.CATEGORY_OPENABLE)
    asked.setType("image/*")
    mActivity.startActivityForResult(asked, REQUEST)


def _copied(uri: Any) -> Path:
    """Copy the picked picture to a file, because Android hands out a stream."""
    stream = cast("android.content.ContentResolver", mActivity.getContentResolver()).openInputStream(uri)
    folder = Path(tempfile.mkdtemp(prefix="photo-"))
    try:
        with (folder / "photo.jpg").open("wb") as file:
            buffer = bytearray(BUFFER)
            while (count := stream.read(buffer)) > 0:
                file.write(buffer[:count])
    except BaseException:
        shutil.rmtree(folder)
        raise
    finally:
        stream.close()
    return folder / "photo.jpg"
