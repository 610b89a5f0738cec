import pytest

from config.stack.database_url import database_settings
from config.stack.problems import StackProblem


def test_every_part_of_an_address_finds_its_place() -> None:
    found = database_settings("postgres://ann:s%40crt@db.example.org:5433/genes?sslmode=require")
    assert {key: found[key] for key in ("NAME", "USER", "PASSWORD", "HOST", "PORT")} == {
        "NAME": "genes",
        "USER": "ann",
        "PASSWORD": "s@crt",
        "HOST": "db.example.org",
        "PORT": "5433",
    }
    assert found["OPTIONS"]["sslmode"] == "require"
    assert found["OPTIONS"]["pool"]["max_size"] == 10


def test_a_socket_folder_can_be_named() -> None:
    assert database_settings("postgresql:///genes?host=/run/pg&user=ann")["HOST"] == "/run/pg"


@pytest.mark.parametrize("url", ["mysql://here/there", "postgresql://", "sqlite:///file", "postgresql://host:port/x"])
def test_what_is_no_database_of_ours_is_refused(url: str) -> None:
    with pytest.raises(StackProblem, match="DATABASE_URL"):
        database_settings(url)
