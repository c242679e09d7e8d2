"""Run with Windows' platform name, and without the modules that only Unix has: ``python -m … PHOTO FOLDER``."""

import os
import sys
from importlib import import_module
from pathlib import Path

UNIX_ALONE = ("fcntl", "resource", "termios", "pwd", "grp", "tty", "pty")


class Without:
    """What Windows' Python has not."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        if name in UNIX_ALONE:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


def windows() -> None:
    """From here on this is Windows, as far as our own modules can tell; the standard library was loaded before."""
    for name in (
        "kivy.core.window",
        "subprocess",
        "tempfile",
        "asyncio",
        "sqlalchemy",
        "cv2",
        "serial.tools.list_ports",
    ):
        import_module(name)
    for name in UNIX_ALONE:
        sys.modules.pop(name, None)
    sys.meta_path.insert(0, Without())
    sys.platform = "win32"
    for name in ("memfd_create", "register_at_fork", "O_NONBLOCK", "sched_setaffinity"):
        if hasattr(os, name):
            delattr(os, name)


if __name__ == "__main__":
    windows()
    from companion.app.window.screen_names import loaded_ahead

    for part in loaded_ahead():
        part()
    from tests.android.on_android import game_kept, recognise_photo

    game_kept(Path(sys.argv[2]))
    recognise_photo(Path(sys.argv[1]))
    from companion.pictures.sandbox import process

    assert isinstance(process._idle[0], process.DecoderProcess) and process._idle[0]._shared is None
