"""What others see and answer: the feed of a table, the page of a hall, phones."""
