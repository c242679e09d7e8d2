"""Forecasts from a state alone: income, tax at risk, playable cards, the standing.

All functions are pure, and state their formulas.
"""
