"""Analyses games that are over: the worth of each turn."""
