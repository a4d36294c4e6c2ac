"""Runs the networks; their weights lie beside."""
