"""Everything shown or spoken to people, one folder per language. A `Reason` (a key with values) becomes a sentence only
here."""
