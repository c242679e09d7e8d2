"""How many megabytes an installation takes, package by package: ``python -m tests.install_size [PACKAGE==VERSION…]``.

The wheel is built and laid out by uv, three times: with all that it declares, by ``distribution/small.txt`` and by
``distribution/slim.txt``. Then everything is compiled, as pip does while it installs. Named packages are unpacked
alone.
"""

import subprocess
import sys
import tempfile
from collections.abc import Sequence
from importlib.metadata import Distribution, distributions
from pathlib import Path

from tests.test_versions import ROOT, interpreter, uv

CHOICES = {"whole": None, "small": ROOT / "distribution" / "small.txt", "slim": ROOT / "distribution" / "slim.txt"}
"""What is installed beside the wheel: what it declares, or what a list has."""
NAMED = 8
"""So many of the largest packages are told."""


def megabytes(folder: Path, pattern: str = "*") -> float:
    files = (path for path in folder.rglob(pattern) if path.is_file() and not path.is_symlink())
    return sum(path.stat().st_size for path in files) / 1_000_000


def laid_out(folder: Path, wheel: Path, listed: Path | None) -> Path:
    """A fresh environment with the wheel in it and nothing compiled; where its packages lie."""
    uv("venv", "--quiet", "--python", interpreter("3.11"), str(folder))
    into = ["--quiet", "--python", str(folder / "bin" / "python"), "--only-binary", ":all:"]
    uv("pip", "install", *into, *(["--no-deps"] if listed else []), str(wheel))
    if listed:
        uv("pip", "install", *into, "-r", str(listed))
    return next(folder.glob("lib/python3*/site-packages"))


def size_of(package: Distribution) -> float:
    """Megabytes of all that a package's own list of its files names."""
    there = (Path(str(file.locate())) for file in package.files or ())
    return sum(path.stat().st_size for path in there if path.is_file()) / 1_000_000


def describe(name: str, folder: Path, packages: Path) -> str:
    """A choice in a line: unpacked, with all compiled, and the largest packages unpacked."""
    unpacked = megabytes(folder)
    sizes = sorted(((size_of(one), one.name) for one in distributions(path=[str(packages)])), reverse=True)
    subprocess.run([str(folder / "bin" / "python"), "-m", "compileall", "-q", str(packages)], check=False)
    compiled = megabytes(folder, "*.pyc")
    largest = ", ".join(f"{package} {size:.1f}" for size, package in sizes[:NAMED])
    return f"{name}: {unpacked:.0f} MB, compiled {unpacked + compiled:.0f} MB; {largest}"


def main(alone: Sequence[str]) -> None:
    """Prints a line for each choice, and one for each package that is named."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        for number, package in enumerate(alone):
            uv("pip", "install", "--quiet", "--no-deps", "--target", str(folder / str(number)), package)
            print(f"{package} alone: {megabytes(folder / str(number)):.1f} MB", flush=True)
        if not alone:
            uv("build", "--quiet", "--wheel", "--out-dir", str(folder / "dist"), str(ROOT))
            (wheel,) = (folder / "dist").glob("*.whl")
            print(f"wheel: {wheel.stat().st_size / 1_000_000:.1f} MB", flush=True)
            for name, listed in CHOICES.items():
                print(describe(name, folder / name, laid_out(folder / name, wheel, listed)), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
