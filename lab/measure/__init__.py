"""Measurements that `companion bench` reproduces."""
