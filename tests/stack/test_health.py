import pytest
from django.test import Client
from pytest_django.fixtures import Settings


@pytest.mark.django_db
def test_a_stack_without_a_worker_is_not_healthy(client: Client) -> None:
    response = client.get("/healthz")
    assert response.status_code == 503
    answer = response.json()
    assert list(answer) == ["status", "database", "broker", "worker", "version"]
    assert answer["database"] == "ok"
    assert answer["broker"] == "ok"
    assert answer["worker"] == "down"
    assert response.headers["Cache-Control"].startswith("max-age=0, no-cache, no-store")


@pytest.mark.django_db(transaction=True)
def test_a_running_worker_makes_the_stack_healthy(client: Client, celery_worker_process: int) -> None:
    response = client.get("/healthz")
    assert response.json()["worker"] == "ok"
    assert response.json()["status"] == "ok"
    assert response.status_code == 200


def test_dead_servers_are_reported_at_once_and_without_a_session(client: Client, settings: Settings) -> None:
    # No database mark: whatever middleware or view went through Django's connection would fail this test.
    settings.DATABASE_URL = "postgresql:///none?host=/nowhere"
    settings.REDIS_URL = "unix:///nowhere/valkey.sock"
    response = client.get("/healthz")
    assert response.status_code == 503
    parts = {name: response.json()[name] for name in ("status", "database", "broker", "worker")}
    assert set(parts.values()) == {"down"}


def test_only_reading_is_allowed(client: Client) -> None:
    assert client.post("/healthz").status_code == 405


def test_a_load_balancer_that_speaks_plain_http_is_not_redirected(client: Client, settings: Settings) -> None:
    settings.SECURE_SSL_REDIRECT = True
    assert client.get("/healthz").status_code in {200, 503}
