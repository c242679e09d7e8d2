"""The screens of Magistratvm."""
