"""Dice over Bluetooth."""
