"""What hatchling does besides: the documentation's site goes into every package, and its description shows pictures.

In the repository the site is built by Sphinx. An sdist carries it ready made, so a wheel made of that needs no Sphinx.
"""

import sys
import tomllib
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

READY = "ready-made-site"
"""The site in an sdist."""
INSTALLED = "companion/manual"
"""The site in a wheel, where ``companion docs`` finds it."""


class Manual(BuildHookInterface[Any]):
    """Puts the site into wheel and sdist."""

    PLUGIN_NAME = "custom"

    @property
    def _ready(self) -> Path:
        return Path(self.root) / READY

    def dependencies(self) -> list[str]:
        """Return the packages that build the site if it is missing."""
        if (self._ready / "index.html").exists():
            return []
        project = tomllib.loads((Path(self.root) / "pyproject.toml").read_text("utf8"))["project"]
        return list(project["optional-dependencies"]["docs"])

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the site unless it exists, or the installation is editable."""
        if version == "editable":
            return
        site = self._ready
        if not (site / "index.html").exists():
            site = Path(self.root) / "out" / "site"
            sys.path.insert(0, self.root)
            from docs.tools.site import build

            if build(site):
                raise RuntimeError("the documentation has faults, see above; `make docs` shows them too")
        build_data["force_include"][str(site)] = READY if self.target_name == "sdist" else INSTALLED


class Description(MetadataHookInterface):
    """The README as an index of packages shows it: what it links to and shows, by whole addresses."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Replace paths by addresses."""
        home = metadata["urls"]["Source"]
        text = (Path(self.root) / "README.md").read_text("utf8")
        sys.path.insert(0, self.root)
        from docs.tools.description import resolve_links

        metadata["readme"] = {"content-type": "text/markdown", "text": resolve_links(text, home)}
