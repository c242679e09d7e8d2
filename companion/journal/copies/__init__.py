"""Copies of a whole journal: who makes them when, and what is kept; transfer to another one."""
