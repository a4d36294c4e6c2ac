"""The first screen of the first start: what this is, in three pictures."""
