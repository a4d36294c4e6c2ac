"""Why a table is legal or not."""
