"""The judge: games run in a process of their own."""
