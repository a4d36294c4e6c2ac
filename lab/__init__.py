"""The laboratory: measures, sweeps, experiments and their notebook. Not part of the installed package."""
