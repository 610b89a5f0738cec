"""The pages of papers and genomes."""
