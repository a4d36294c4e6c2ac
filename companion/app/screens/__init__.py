"""The screens, each a small module with its .kv file."""
