"""JSON Schemas of the documents that commands print and read (``docs/json.md``).

The shapes here and the values they are made of are the source; ``python -m companion.cli.schemas`` writes the
``.schema.json`` files beside them, which travel in the package.
"""
