"""Memory and work of a process and everything below it, from /proc (Linux)."""

import os
import threading
from collections import defaultdict
from pathlib import Path
from types import TracebackType

SECONDS = 0.5


def tree(root: int) -> list[int]:
    """The process and all its descendants."""
    children: dict[int, list[int]] = defaultdict(list)
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                stat = (folder / "stat").read_text(encoding="utf-8", errors="replace")
            except (FileNotFoundError, ProcessLookupError):
                continue
            children[int(stat.rpartition(")")[2].split()[1])].append(int(folder.name))
    found = [root]
    for pid in found:
        found.extend(children[pid])
    return found


def processor_seconds(root: int) -> float:
    """What the tree has computed so far, ended children included: unlike the clock, it hardly depends on neighbours."""
    ticks = 0
    for pid in tree(root):
        try:
            stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
        except (FileNotFoundError, ProcessLookupError):
            continue
        # User and system time, its own and that of children that ended.
        ticks += sum(int(value) for value in stat.rpartition(")")[2].split()[11:15])
    return ticks / os.sysconf("SC_CLK_TCK")


def mebibytes(pid: int) -> tuple[float, float]:
    """(PSS, RSS). PSS divides pages that processes share between them, so that PSS can be added up."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines()
    except (FileNotFoundError, ProcessLookupError, PermissionError):
        return 0.0, 0.0
    values = {key: int(rest.split()[0]) for key, _, rest in (line.partition(":") for line in lines[1:])}
    return values["Pss"] / 1024, values["Rss"] / 1024


def total(root: int) -> tuple[float, float]:
    sizes = [mebibytes(pid) for pid in tree(root)]
    return sum(pss for pss, _ in sizes), sum(rss for _, rss in sizes)


class Peak:
    """Looks twice a second, while the block runs, how much a tree of processes holds, and keeps the most."""

    def __init__(self, root: int) -> None:
        self.root = root
        self.pss = 0.0
        self.rss = 0.0
        self.over = threading.Event()
        self.thread = threading.Thread(target=self._watch, daemon=True)

    def _watch(self) -> None:
        while True:
            pss, rss = total(self.root)
            self.pss, self.rss = max(self.pss, pss), max(self.rss, rss)
            if self.over.wait(SECONDS):
                return

    def __enter__(self) -> "Peak":
        self.thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.over.set()
        self.thread.join()
