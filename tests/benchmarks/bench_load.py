"""Many people label at once, on loopback: `python -m tests.benchmarks.bench_load [--peer http://127.0.0.1:8090 …]`.

Starts a stack of its own, makes pairs that want two labels, and lets each person do the same until the time is over:
take the next pair, look at it, save a draft, submit. Then counts what stands in the database: nothing may be doubled.

The peer is a running Label Studio (how to start it: its own documentation; analytics off, on 127.0.0.1, legacy tokens
on), where each person asks for the next task, looks at it, saves a draft and submits. It runs as a newcomer gets it, on
SQLite behind Django's development server: that is not its best. People for it: label_studio_people.py.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2

from tests.benchmarks.report import BASE, machine, table, tell
from tests.stack.driver import Stack, clean_environment

STEPS = ("next", "look", "draft", "submit")
MOST_PEOPLE, MOST_SECONDS = 100, 120


class Watch:
    """Seconds of each step, by step, and what went wrong; many threads write."""

    def __init__(self) -> None:
        self.spent: dict[str, list[float]] = defaultdict(list)
        self.errors: list[str] = []
        self.lock = threading.Lock()

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        began = time.perf_counter()
        try:
            yield
        except httpx2.HTTPError as error:
            with self.lock:
                self.errors.append(f"{name}: {type(error).__name__} {error}"[:200])
            raise
        with self.lock:
            self.spent[name].append(time.perf_counter() - began)


Turn = Callable[[httpx2.Client, Watch], bool]


def workbench_turn(scene: dict[str, Any]) -> Turn:
    """One pair from next to submitted; False when there is none left."""
    work = f"/projects/{scene['slug']}/work/"

    def turn(client: httpx2.Client, watch: Watch) -> bool:
        token = {"X-CSRFToken": client.cookies.get("csrftoken") or ""}
        with watch.step("next"):
            taken = client.post(f"{work}next/", headers=token)
            address = taken.headers["location"]
        if address == work:
            return False
        with watch.step("look"):
            client.get(address).raise_for_status()
        answer = scene["answers"][address.rstrip("/").rpartition("/")[2]]
        with watch.step("draft"):
            body = {"payload": answer, "revision": 0}
            client.put(f"{address}draft/", json=body, headers=token).raise_for_status()
        with watch.step("submit"):
            client.post(f"{address}submit/", json=answer, headers=token).raise_for_status()
        return True

    return turn


def peer_turn(project: int) -> Turn:
    label = {"from_name": "label", "to_name": "text", "type": "choices", "value": {"choices": ["mutation"]}}

    def turn(client: httpx2.Client, watch: Watch) -> bool:
        with watch.step("next"):
            taken = client.get(f"/api/projects/{project}/next")
            if taken.status_code == 404:
                return False
            taken.raise_for_status()
        task = f"/api/tasks/{taken.json()['id']}"
        with watch.step("look"):
            client.get(task).raise_for_status()
        with watch.step("draft"):
            client.post(f"{task}/drafts", json={"result": [label], "lead_time": 3}).raise_for_status()
        with watch.step("submit"):
            client.post(f"{task}/annotations/", json={"result": [label], "lead_time": 3}).raise_for_status()
        return True

    return turn


def run(clients: list[httpx2.Client], turn: Turn, seconds: float) -> dict[str, Any]:
    """Everybody takes turns until the time is over or nothing is left."""
    watch, began = Watch(), time.monotonic()
    turns: list[int] = []

    def work(client: httpx2.Client) -> None:
        done = 0
        while time.monotonic() < began + seconds:
            try:
                if not turn(client, watch):
                    break
                done += 1
            except httpx2.HTTPError:
                continue  # counted by the watch
        turns.append(done)

    threads = [threading.Thread(target=work, args=[client]) for client in clients]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    took = time.monotonic() - began
    return {
        "people": len(clients),
        "seconds": round(took, 1),
        "labels": sum(turns),
        "labels_per_second": round(sum(turns) / took, 1),
        "errors": len(watch.errors),
        "first_errors": watch.errors[:3],
        "steps": {name: quantiles(watch.spent[name]) for name in STEPS},
    }


def quantiles(seconds: list[float]) -> dict[str, float]:
    ordered = sorted(seconds)
    if not ordered:
        return {"n": 0, "p50_ms": 0.0, "p95_ms": 0.0, "max_ms": 0.0}
    places = {"p50_ms": len(ordered) // 2, "p95_ms": int(len(ordered) * 0.95), "max_ms": len(ordered) - 1}
    return {"n": len(ordered), **{name: round(ordered[place] * 1000, 1) for name, place in places.items()}}


def scene_of(data: Path, *arguments: str) -> dict[str, Any]:
    command = [sys.executable, "-m", "tests.benchmarks.load_scene", *arguments]
    made = subprocess.run(
        command, cwd=BASE, env=clean_environment(data), capture_output=True, text=True, check=False, timeout=900
    )
    if made.returncode:
        sys.exit(made.stderr)
    found: dict[str, Any] = json.loads(made.stdout.splitlines()[-1])
    return found


def client_of(base: str, **kwargs: Any) -> httpx2.Client:
    return httpx2.Client(base_url=base, timeout=60, **kwargs)


def workbench(people: int, papers: int, seconds: float) -> dict[str, Any]:
    """The run on a stack of this checkout, and what stands in its database afterwards."""
    with tempfile.TemporaryDirectory(prefix="ig-load-") as folder:
        data = Path(folder)
        with Stack(data) as stack:
            stack.wait_until_healthy()
            scene = scene_of(data, str(people), str(papers))
            base = f"http://127.0.0.1:{stack.port}"
            clients = [client_of(base, cookies={"sessionid": each}) for each in scene["sessions"]]
            for client in clients:
                client.get(f"/projects/{scene['slug']}/work/").raise_for_status()  # the token against forgery
            result = run(clients, workbench_turn(scene), seconds)
            counted = scene_of(data, "count")
    return {**result, "units": len(scene["answers"]), "unsuggested": scene["unsuggested"], "database": counted}


def peer(base: str, tokens: list[str], units: int, seconds: float) -> dict[str, Any]:
    """The run on the peer, and how many of its tasks have more labels than they want."""
    config = (
        '<View><Text name="text" value="$text"/><Choices name="label" toName="text">'
        '<Choice value="mutation"/><Choice value="isolation"/></Choices></View>'
    )
    clients = [client_of(base, headers={"Authorization": f"Token {token}"}) for token in tokens]
    made = clients[0].post("/api/projects", json={"title": "load", "label_config": config, "maximum_annotations": 2})
    project = int(made.raise_for_status().json()["id"])
    text = "The base detector predicts boxes in one pass over the image. " * 20
    tasks = [{"data": {"text": f"{number} {text}"}} for number in range(units)]
    clients[0].post(f"/api/projects/{project}/import", json=tasks).raise_for_status()
    result = run(clients, peer_turn(project), seconds)
    exported = clients[0].get(f"/api/projects/{project}/export", params={"exportType": "JSON"}).json()
    by_people = [[each["completed_by"] for each in task["annotations"]] for task in exported]
    over = sum(len(people) > 2 for people in by_people)
    twice = sum(len(people) > len(set(map(str, people))) for people in by_people)
    return {**result, "units": units, "database": {"over_assigned": over, "twice_by_one_person": twice}}


def show(result: dict[str, Any]) -> None:
    print(" · ".join(f"{name} {value}" for name, value in result["machine"].items()))
    for name in ("workbench", "peer"):
        if name not in result:
            continue
        one = result[name]
        print(f"\n{name}: {one['people']} people, {one['units']} units, {one['labels']} labels in {one['seconds']} s,")
        print(f"{one['labels_per_second']} labels a second, {one['errors']} errors {one['first_errors'] or ''}")
        print(f"in its database: {one['database']}")
        cells = [[step, *values.values()] for step, values in one["steps"].items()]
        print(table(["step", "n", "p50 ms", "p95 ms", "max ms"], cells))
    if "ratio" in result:
        print(f"\nworkbench / peer, in this run: {result['ratio']}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--people", type=int, default=50)
    parser.add_argument("--papers", type=int, default=40, help="units are the pairs of so many papers")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--peer", default="", help="address of a running Label Studio, on loopback")
    parser.add_argument("--peer-tokens", type=Path, help="what label_studio_people.py printed")
    parser.add_argument("--json", type=Path, help="write the result here too")
    chosen = parser.parse_args()
    people, seconds = min(chosen.people, MOST_PEOPLE), min(chosen.seconds, MOST_SECONDS)
    result: dict[str, Any] = {"machine": machine(), "workbench": workbench(people, chosen.papers, seconds)}
    if chosen.peer:
        if not chosen.peer.startswith("http://127.0.0.1:"):
            parser.error("The peer must run on 127.0.0.1.")
        line = chosen.peer_tokens.read_text(encoding="utf-8").partition("TOKENS ")[2].splitlines()[0]
        units = result["workbench"]["units"]
        result["peer"] = peer(chosen.peer, line.split()[:people], units, seconds)
        ours, theirs = result["workbench"], result["peer"]
        result["ratio"] = {
            "labels a second": round(ours["labels_per_second"] / max(theirs["labels_per_second"], 0.1), 2),
            **{
                f"p95 {step}": round(ours["steps"][step]["p95_ms"] / max(theirs["steps"][step]["p95_ms"], 0.1), 3)
                for step in STEPS
            },
        }
    show(result)
    tell(result, chosen.json)


if __name__ == "__main__":
    main()
