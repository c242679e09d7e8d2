"""Sphinx configuration of the site, which loads no fonts, scripts or pictures from other hosts."""

project = "Decktet Companion"
author = "the contributors of the Decktet Companion"
project_copyright = "the contributors, AGPL-3.0-or-later; the Decktet is by P. D. Magnus"
extensions = ["myst_parser"]
root_doc = "docs/index"
html_theme = "furo"
html_title = "Decktet Companion"
html_theme_options: dict[str, list[str]] = {"footer_icons": []}
html_show_sphinx = False
html_copy_source = False
html_show_sourcelink = False
language = "en"
default_role = "code"
myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence"]
suppress_warnings = ["myst.header", "misc.highlighting_failure", "toc.not_included"]
