"""Games as files: read and written."""
