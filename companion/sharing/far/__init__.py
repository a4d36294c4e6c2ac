"""Two tables that play one game: what each tells the other, kept in both journals (docs/far.md)."""
