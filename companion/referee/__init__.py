"""Turns sightings and rolls into verdicts."""
