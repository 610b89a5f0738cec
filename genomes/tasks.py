"""What the worker does for this app: fetch, call one service."""

from celery import shared_task

from genomes.services import read_import_file


@shared_task(name="genomes.read_import_file")
def read_import_file_task(import_file_id: int) -> None:
    read_import_file(import_file_id=import_file_id)
