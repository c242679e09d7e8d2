"""The bundle's one program: the companion; or, started by it for that, the process that decodes pictures."""

import multiprocessing
import os

if __name__ == "__main__":
    multiprocessing.freeze_support()
    os.environ.setdefault("KIVY_NO_ARGS", "1")  # before anything loads Kivy, which would take our options for its own
    decodes = os.environ.pop("COMPANION_DECODES", None)
    if decodes is not None:
        from companion.pictures.sandbox.worker import main as decode

        decode(int(decodes) if decodes else None)
    else:
        from companion.__main__ import main

        main()
