"""Games as the app plays them: intents in, states out, no widgets and no threads."""
