"""Commands of the diffs app."""
