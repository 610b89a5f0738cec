"""The pages of people and work."""
