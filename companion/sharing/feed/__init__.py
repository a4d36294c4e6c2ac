"""Publishes to an MQTT broker what a table's referee knows, so that others can watch (docs/feed.md)."""
