"""`python -m genomes.ingest`: the reading process that `isolation` starts."""

from .child import serve
from .examine import examine

if __name__ == "__main__":
    serve(examine)
