"""`GET /healthz`: is every part there? Asked by `up`, by supervisors and by load balancers."""

import contextlib

import psycopg
import redis
from django.conf import settings
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config.heartbeat import broker, count_live_workers

SECONDS = 2


def database_answers() -> bool:
    """Open a connection of its own: the pool would let a probe wait for its turn."""
    try:
        with psycopg.connect(settings.DATABASE_URL, connect_timeout=SECONDS) as probe:
            probe.execute("select 1")
    except psycopg.Error:
        return False
    return True


def broker_and_worker() -> tuple[bool, bool]:
    """Say whether the broker answers, and whether a worker gave it a sign of life lately."""
    try:
        with contextlib.closing(broker()) as client:
            return True, count_live_workers(client) > 0
    except redis.RedisError:
        return False, False


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """Answer 200 when every part is up and 503 when one is down."""
    database = database_answers()
    broker_up, worker = broker_and_worker()
    parts = {"database": database, "broker": broker_up, "worker": worker}
    healthy = all(parts.values())
    answer = {
        "status": "ok" if healthy else "down",
        **{name: "ok" if up else "down" for name, up in parts.items()},
        "version": settings.VERSION,
    }
    return JsonResponse(answer, status=200 if healthy else 503)
