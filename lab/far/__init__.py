"""Two tables that play one game while everything between them breaks, and how long a turn takes on its way."""
