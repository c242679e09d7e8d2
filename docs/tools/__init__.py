"""Builds the documentation: the site, its pictures, and the pages that are generated from the code."""
