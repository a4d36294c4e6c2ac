"""A club's evening: who plays whom at which table, results, standings."""
