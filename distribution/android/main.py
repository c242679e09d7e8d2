"""The tablet app on Android: where games are kept, who picks photos and shares files; then the app as everywhere."""

import os
from pathlib import Path

os.environ.setdefault("KIVY_NO_ARGS", "1")  # Android starts it without any


def main() -> None:
    """Open the app and run until it is closed."""
    from android.storage import app_storage_path  # type: ignore[import-not-found]  # python-for-android's own
    from photo_picker import pick  # type: ignore[import-not-found]  # beside this file
    from share import share  # type: ignore[import-not-found]  # beside this file

    from companion.app.window.environment import configure_kivy
    from companion.folders import Folders

    kept = Path(app_storage_path())  # the app's own: no permission is needed, and Android's backup takes it along
    configure_kivy()
    from companion.app.camera.photo_worker import set_system_picker
    from companion.app.run import run
    from companion.app.storage.exports import set_system_share

    set_system_picker(pick)
    set_system_share(share)
    run(Folders(kept / "companion", papers=kept / "papers"))


if __name__ == "__main__":
    main()
