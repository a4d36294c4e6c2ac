"""Long trials of the tower under faults."""
