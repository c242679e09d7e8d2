"""Lays out in ``build/`` what buildozer packs: the wheel's files, the app's start, the picker, sharing and the icon.

``python distribution/android/lay_out.py dist/decktet_companion-*.whl [FOLDER]``
"""

import shutil
import sys
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent


def lay_out(wheel: Path, folder: Path) -> Path:
    """Return the folder, newly created."""
    shutil.rmtree(folder, ignore_errors=True)
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(folder, [name for name in packed.namelist() if ".dist-info/" not in name])
    for name in ("main.py", "photo_picker.py", "share.py"):
        shutil.copy(HERE / name, folder)
    shutil.copy(HERE.parent / "desktop" / "decktet-companion.png", folder / "icon.png")
    return folder


if __name__ == "__main__":
    print(lay_out(Path(sys.argv[1]), Path(sys.argv[2]) if len(sys.argv) > 2 else HERE / "build"))
