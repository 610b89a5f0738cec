"""Commands of the genomes app."""
