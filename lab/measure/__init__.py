"""Measurements that `python -m lab.bench` reproduces."""
