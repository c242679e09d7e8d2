"""Sphinx configuration of the site, which loads no fonts, scripts or pictures from other hosts."""

from docs.tools.site_pages import list_counterparts

project = "Decktet Companion"
author = "the contributors of the Decktet Companion"
project_copyright = "the contributors, AGPL-3.0-or-later; the Decktet is by P. D. Magnus"
extensions = ["myst_parser"]
html_theme = "furo"
html_theme_options: dict[str, list[str]] = {"footer_icons": []}
html_show_sphinx = False
html_copy_source = False
html_show_sourcelink = False
templates_path = ["templates"]
html_static_path = ["static"]
html_css_files = ["site.css"]
html_context = {"counterparts": list_counterparts()}
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "sidebar/search.html",
        "sidebar/scroll-start.html",
        "languages.html",
        "sidebar/navigation.html",
        "sidebar/scroll-end.html",
    ]
}
myst_heading_anchors = 4
suppress_warnings = ["myst.header", "misc.highlighting_failure", "toc.not_included"]
