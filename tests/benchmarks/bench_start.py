"""From a bare checkout to the first page: `python -m tests.benchmarks.bench_start`.

Clones the last commit into a temporary folder and runs `make up` there, on a port of its own, with empty caches and an
empty data folder; then stops it and starts it again. Packages come from the package index that pip is set up for.
"""

import argparse
import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from contextlib import suppress
from pathlib import Path
from typing import Any

from tests.benchmarks.memory import Peak, mebibytes, processor_seconds, tree
from tests.benchmarks.report import BASE, machine, table, tell
from tests.stack.driver import free_port

PATIENCE = 900.0
READY = "is running at"
# Lines of `manage.py up` that tell when a stage ends.
LINES = ("Starting postgres", "Starting valkey", "Preparing the database", "Loaded the demo", READY)
PAGE = "accounts/login/"
OURS = ("VIRTUAL_ENV", "PYTHONPATH", "IDEAGENE_DATA", "DATABASE_URL", "REDIS_URL", "DEMO", "DEMO_PASSWORD", "MAKEFLAGS")


class Start:
    """One `make up`, with the second at which each of LINES came."""

    def __init__(self, folder: Path, port: int) -> None:
        self.checkout, self.data = folder / "checkout", folder / "data"
        self.address = f"http://127.0.0.1:{port}/"
        caches = {name: str(folder / "cache") for name in ("XDG_CACHE_HOME", "UV_CACHE_DIR", "PIP_CACHE_DIR")}
        inherited = {name: value for name, value in os.environ.items() if name not in OURS}
        self.began = time.time()
        self.process = subprocess.Popen(
            ["make", "up"],
            cwd=self.checkout,
            env={**inherited, **caches, "PORT": str(port), "IDEAGENE_DATA": str(self.data)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            text=True,
        )
        self.marks: dict[str, float] = {}
        self.computed = 0.0

    def follow(self) -> None:
        """Read until it says that it runs, then ask for the first page and for a green health check."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            for mark in LINES:
                if mark in line:
                    self.marks[mark] = time.time() - self.began
            if READY in self.marks:
                break
        else:
            raise SystemExit(f"make up ended early, after: {list(self.marks)}")
        self._until(PAGE, "first page")
        self.computed = processor_seconds(self.process.pid)
        self._until("healthz", "all healthy")

    def _until(self, path: str, name: str) -> None:
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            with suppress(urllib.error.HTTPError), urllib.request.urlopen(self.address + path, timeout=30):
                self.marks[name] = time.time() - self.began
                return
            time.sleep(0.05)
        raise SystemExit(f"{self.address}{path} does not answer 200")

    def touched(self, path: Path) -> float:
        """The second at which a file was written."""
        return path.stat().st_mtime - self.began

    def stop(self) -> float:
        """Ctrl-C; the seconds until everything has ended."""
        began = time.monotonic()
        os.kill(json.loads((self.data / "run.json").read_text(encoding="utf-8"))["pid"], signal.SIGINT)
        self.process.communicate(timeout=60)
        return time.monotonic() - began


def stages(start: Start, *, first: bool) -> dict[str, float]:
    """Stage → seconds. The later marks tell when a stage ended."""
    marks, venv = start.marks, start.checkout / ".venv"
    ends: dict[str, float] = {}
    if first:
        ends["make .venv, fetch uv"] = start.touched(venv / ".uv")
        ends["install requirements.lock"] = start.touched(venv / ".installed")
    ends["start Python and Django"] = marks["Starting postgres"]
    ends["PostgreSQL (initdb, start)" if first else "PostgreSQL"] = marks["Starting valkey"]
    ends["Valkey"] = marks["Preparing the database"]
    if first:
        ends["migrate"] = start.touched(start.data / "demo_password")
        ends["load the demo"] = marks["Loaded the demo"]
    ends["collect static files, web server" if first else "migrate (nothing to do), web server"] = marks[READY]
    ends["first page"] = marks["first page"]
    names = list(ends)
    before = dict(zip(names, [0.0, *list(ends.values())[:-1]], strict=True))
    return {name: ends[name] - before[name] for name in names}


def idle_memory(start: Start, seconds: float) -> dict[str, Any]:
    """The most that the whole tree held while nobody asked for anything, and what each part holds at the end."""
    with Peak(start.process.pid) as peak:
        time.sleep(seconds)
    run = json.loads((start.data / "run.json").read_text(encoding="utf-8"))
    parts = {name: tree(pid) for name, pid in run["processes"].items()}
    parts["up"] = [run["pid"]]
    sizes = {name: [mebibytes(pid) for pid in pids] for name, pids in parts.items()}
    return {
        "peak_pss_mib": round(peak.pss, 1),
        "peak_rss_mib": round(peak.rss, 1),
        "parts": {
            name: {
                "processes": len(each),
                "pss_mib": round(sum(p for p, _ in each), 1),
                "rss_mib": round(sum(r for _, r in each), 1),
            }
            for name, each in sizes.items()
        },
    }


def measure(folder: Path, idle: float) -> dict[str, Any]:
    subprocess.run(["git", "clone", "--quiet", str(BASE), str(folder / "checkout")], check=True)
    port, state = free_port(), machine()
    result: dict[str, Any] = {"machine": state}
    for name in ("first", "second"):
        start = Start(folder, port)
        try:
            with Peak(start.process.pid) as peak:
                start.follow()
            found = {
                "seconds": start.marks["first page"],
                "healthy": start.marks["all healthy"],
                "processor": start.computed,
            }
            result[name] = {**found, "stages": stages(start, first=name == "first"), "peak_pss_mib": round(peak.pss, 1)}
            if name == "second":
                result["idle"] = idle_memory(start, idle)
            result[name]["stop"] = start.stop()
        finally:
            if start.process.poll() is None:
                os.killpg(start.process.pid, signal.SIGKILL)
    return result


def show(result: dict[str, Any]) -> None:
    print(" · ".join(f"{name} {value}" for name, value in result["machine"].items()))
    for name in ("first", "second"):
        found = result[name]
        rows = [
            *found["stages"].items(),
            ("= first page after", found["seconds"]),
            ("  processor seconds until then", found["processor"]),
            ("worker healthy after", found["healthy"]),
        ]
        print(f"\n{table([f'{name} start', 'seconds'], [*rows, ('Ctrl-C to the end', found['stop'])])}")
    idle = result["idle"]
    rows = [(name, part["processes"], part["pss_mib"], part["rss_mib"]) for name, part in idle["parts"].items()]
    rows.append(("peak of the whole tree", sum(row[1] for row in rows), idle["peak_pss_mib"], idle["peak_rss_mib"]))
    print(f"\n{table(['idle', 'processes', 'PSS MiB', 'RSS MiB'], rows)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--idle", type=float, default=15, help="seconds of idleness over which memory is watched (15)")
    parser.add_argument("--json", type=Path, help="write the JSON there instead of below the table")
    arguments = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="ig-bs-"))
    try:
        result = measure(folder, arguments.idle)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    show(result)
    tell(result, arguments.json)


if __name__ == "__main__":
    main()
