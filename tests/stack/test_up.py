import os
import re
import signal
import urllib.request

from tests.stack.driver import Stack, manage, processes_of, wait_until


def test_every_part_is_up_and_says_so(stack: Stack) -> None:
    status, answer = stack.health()
    assert status == 200
    assert {name: answer[name] for name in ("status", "database", "broker", "worker")} == {
        "status": "ok",
        "database": "ok",
        "broker": "ok",
        "worker": "ok",
    }
    assert answer["version"]
    assert list(stack.processes()) == ["postgres", "valkey", "worker", "web"]
    assert f"http://127.0.0.1:{stack.port}/" in stack.printed()


def test_pages_and_their_hashed_style_sheets_are_served(stack: Stack) -> None:
    address = f"http://127.0.0.1:{stack.port}"
    with urllib.request.urlopen(f"{address}/setup/", timeout=30) as page:
        sheets = re.findall(r'href="(/static/[^"]+\.css)"', page.read().decode())
    assert sheets
    for sheet in sheets:
        assert re.search(r"\.[0-9a-f]{12}\.css$", sheet), sheet
        with urllib.request.urlopen(f"{address}{sheet}", timeout=30) as answer:
            assert "immutable" in answer.headers["Cache-Control"]


def test_a_second_instance_on_the_same_folder_is_refused_in_one_line(stack: Stack) -> None:
    second = manage(stack.data, "up", "--port", str(stack.port + 1))
    assert second.returncode == 1
    assert second.stderr.count("\n") == 1
    assert f"Already running on {stack.data}: process {stack.process.pid}" in second.stderr
    assert "IDEAGENE_DATA" in second.stderr


def test_a_command_uses_the_running_servers_and_leaves_them_running(stack: Stack) -> None:
    before = stack.processes()
    listed = manage(stack.data, "showmigrations", "annotation")
    assert listed.returncode == 0, listed.stderr
    assert "[X] 0001_squashed" in listed.stdout
    assert stack.processes() == before
    assert stack.health()[0] == 200


def test_killed_processes_are_started_again_and_the_stack_recovers(stack: Stack) -> None:
    before = stack.processes()
    for name in before:
        os.kill(before[name], signal.SIGKILL)
    wait_until(lambda: set(stack.processes().values()).isdisjoint(before.values()), "all four were started again")
    stack.wait_until_healthy()
    assert "postgres stopped unexpectedly" in stack.printed()


def test_after_kill_9_a_start_at_once_keeps_the_data_and_ctrl_c_leaves_no_process(stack: Stack) -> None:
    made = manage(
        stack.data, "createsuperuser", "--noinput", "--username", "keeper", "--email", "k@example.org",
        DJANGO_SUPERUSER_PASSWORD="long-enough-to-pass",
    )  # fmt: skip
    assert made.returncode == 0, made.stderr
    stack.stop(signal.SIGKILL)

    with Stack(stack.data) as second:  # at once: the old servers may still be letting go
        second.wait_until_healthy()
        again = manage(stack.data, "createsuperuser", "--noinput", "--username", "keeper", "--email", "k@example.org")
        assert "already taken" in again.stderr
        assert second.stop(signal.SIGINT) == 0
        assert second.printed().endswith("Stopped.\n")
    wait_until(lambda: processes_of(stack.data) == [], "nothing is left")
    assert not (stack.data / "run.json").exists()
