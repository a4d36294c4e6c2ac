"""All that is said to people, a folder a language; sentences are made of reasons here and nowhere else."""
