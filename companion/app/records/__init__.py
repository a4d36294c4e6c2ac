"""The games that were kept: their list, statistics and pages."""
