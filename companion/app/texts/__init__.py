"""All that the app says."""
