"""Sweeps of the simulated tower."""
