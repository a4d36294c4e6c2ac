"""Everything for other people: the feed of a table, the page of a hall, a club's evening, phones, far tables."""
