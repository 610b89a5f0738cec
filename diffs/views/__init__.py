"""Pages of pairs and traces."""
