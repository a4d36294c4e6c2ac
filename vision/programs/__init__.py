"""Reads the programs beyond the ends of a board: finds pyramids, reads them, and assembles arrays."""
