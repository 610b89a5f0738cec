import pytest
from django.test import Client


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
