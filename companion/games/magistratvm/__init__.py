"""Magistratvm: the rules of docs/rules/magistratvm.md."""
