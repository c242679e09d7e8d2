"""Magistratvm's documents for the command line."""
