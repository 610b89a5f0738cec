"""What look-ups may cost, and how politely they ask."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Limits:
    """Times are in seconds.

    connect, silence  how long a catalogue may take to answer the call, and between two pieces of its answer.
    whole             how long one answer may take altogether.
    patience          how long a look-up waits for its turn, or for what a catalogue asks it to wait.
    tries             how often one question is asked, when the catalogue is overloaded or cannot be reached.
    pause             the time before the second try; each further one waits twice as long.
    megabytes         how large an answer may be.
    kept              how long an answer is kept, so that it is not asked for again.
    pace              the least time between two questions to a catalogue, by its name.
    """

    connect: float = 10
    silence: float = 20
    whole: float = 60
    patience: float = 60
    tries: int = 3
    pause: float = 2
    megabytes: float = 16
    kept: int = 24 * 3600
    pace: dict[str, float] = field(default_factory=lambda: {"openalex": 0.5, "crossref": 0.5, "arxiv": 3})
