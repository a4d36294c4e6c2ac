"""Judging of tables: legal or not, and why."""
