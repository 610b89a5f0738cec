"""The command line: `python -m evaluator verify|score|agree|battles|check-tables`.

Exit codes: 0 fine, 1 invalid input (every fault listed), 2 usage, 3 internal error. Results go to stdout, progress
and refusals to stderr; with `--json`, refusals go to stdout as JSON. Commands import what they need when they run,
so that the program starts at once.
"""

import argparse
import os
import sys
import traceback
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from evaluator import __version__
from evaluator.canonical import MAX_INTEGER, JsonValue, canonical_bytes
from evaluator.faults import Fault, FileFaults
from evaluator.manifest import TABLES

FINE, INVALID, USAGE, INTERNAL = 0, 1, 2, 3
MAX_INPUT_BYTES = 1024**3
MAX_REPLICATES = 100_000
LEVELS = ("nominal", "ordinal", "interval", "ratio")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns its exit code. Usage errors leave by SystemExit(2), as argparse does."""
    options = _parser().parse_args(arguments)
    try:
        code: int = options.run(options)
        sys.stdout.flush()
        return code
    except FileFaults as error:
        return _refuse(error.faults, as_json=options.json, stream="stderr")
    except BrokenPipeError:
        # Whoever read our output has enough. Python would complain once more when it closes stdout.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINE
    except Exception:  # noqa: BLE001 - the last line of defence: said with its own exit code, never swallowed
        traceback.print_exc()
        print("internal error: please report this with the lines above", file=sys.stderr)
        return INTERNAL


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m evaluator", description="Check and score frozen releases.")
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")

    verify = commands.add_parser("verify", help="check a release: checksums, schemas, keys, references, versions")
    verify.add_argument("release", type=Path, metavar="RELEASE", help="the folder of a release, or its zip")
    verify.add_argument("--signature", type=Path, metavar="FILE", help="also check this signature of the release")
    verify.add_argument(
        "--public-key", type=Path, metavar="FILE", help="with the public key (PEM, ed25519) it must be by"
    )
    verify.set_defaults(run=_verify)

    score = commands.add_parser("score", help="score predictions on the exam of a release")
    score.add_argument("release", type=Path, metavar="RELEASE", help="the folder of a release, or its zip")
    score.add_argument("predictions", type=Path, metavar="PREDICTIONS", help="JSONL, one prediction per line")
    score.add_argument("--system", help="name of the system; goes before the one in the file's header")
    score.add_argument("--out", type=Path, metavar="DIR", help="write report.json, report.md and instances.jsonl here")
    score.add_argument("--seed", type=_whole(MAX_INTEGER), default=0, help="seed of the bootstrap (default 0)")
    score.set_defaults(run=_score)

    agree = commands.add_parser("agree", help="agreement of labels: raw, Krippendorff's alpha, AC1, kappas")
    agree.add_argument("labels", type=Path, metavar="LABELS", help="CSV with the columns unit, rater, value")
    agree.add_argument("--level", choices=LEVELS, required=True, help="level of measurement of the values")
    agree.add_argument(
        "--bootstrap", type=_whole(MAX_REPLICATES), default=0, metavar="N", help="resamples for an interval"
    )
    agree.add_argument(
        "--cluster", metavar="COLUMN", help="the column that says which units are resampled together (default: none)"
    )
    agree.add_argument("--units", action="store_true", help="what each unit adds to the disagreement, most first")
    agree.add_argument("--seed", type=_whole(MAX_INTEGER), default=0, help="seed of the bootstrap (default 0)")
    agree.set_defaults(run=_agree)

    for command in (verify, score, agree, _battles_parser(commands), _tables_parser(commands)):
        command.add_argument("--json", action="store_true", help="the result as JSON on stdout")
    return parser


def _battles_parser(commands: Any) -> argparse.ArgumentParser:
    battles: argparse.ArgumentParser = commands.add_parser(
        "battles", help="rate systems by who won of two: Bradley-Terry, Davidson"
    )
    battles.add_argument("battles", type=Path, metavar="BATTLES", help="JSONL: system_a, system_b, winner (a|b|tie)")
    battles.add_argument("--ties", choices=("half", "davidson", "drop"), default="half", help="what a tie counts as")
    battles.add_argument(
        "--bootstrap", type=_whole(MAX_REPLICATES), default=0, metavar="N", help="resamples for intervals"
    )
    battles.add_argument("--seed", type=_whole(MAX_INTEGER), default=0, help="seed of the bootstrap (default 0)")
    battles.set_defaults(run=_battles)
    return battles


def _tables_parser(commands: Any) -> argparse.ArgumentParser:
    tables: argparse.ArgumentParser = commands.add_parser("check-tables", help="which printed numbers cannot be right")
    tables.add_argument("table", type=Path, metavar="TABLE", help="CSV with a header; the first column names the row")
    tables.add_argument("claims", type=Path, metavar="CLAIMS", help="JSON: mean, weighted, best, rank, spearman")
    tables.set_defaults(run=_tables)
    return tables


class _whole:  # noqa: N801 - reads as the type of an argument
    """An argument that is a whole number from 0 to `most`."""

    def __init__(self, most: int) -> None:
        self.most = most

    def __call__(self, text: str) -> int:
        if not text.isdecimal() or len(text) > len(str(self.most)) or int(text) > self.most:
            raise argparse.ArgumentTypeError(f"{text[:40]!a} is not a whole number from 0 to {self.most}")
        return int(text)


def _verify(options: argparse.Namespace) -> int:
    from evaluator.files import read_files
    from evaluator.io import release_from_files

    if (options.signature is None) != (options.public_key is None):
        print("verify: --signature and --public-key go together", file=sys.stderr)
        return USAGE
    _progress(f"reading {options.release}")
    try:
        files = read_files(options.release)
        release = release_from_files(files, keep=())
        signed_by = _check_signature(options, files["manifest.json"])
    except FileFaults as error:
        return _refuse(error.faults, as_json=options.json, stream="stdout")
    manifest = release.manifest
    counts = {table: getattr(manifest.counts, table) for table in TABLES}
    if options.json:
        _print_json(
            {
                "ok": True,
                "release": manifest.release,
                "project": manifest.project,
                "release_sha256": release.hash,
                "signed_by": signed_by,
                "files": len(files),
                "counts": counts,
                "faults": [],
            }
        )
    else:
        rows = ", ".join(f"{count} {table}" for table, count in counts.items())
        print(f"{manifest.project} {manifest.release} is sound: {len(files)} files, {rows}")
        print(f"SHA-256 {release.hash}")
        if signed_by is not None:
            print(f"signed by the key {signed_by}")
    return FINE


def _check_signature(options: argparse.Namespace, manifest: bytes) -> str | None:
    """The id of the key that signed the release, None when no signature was asked about. Raises FileFaults."""
    if options.signature is None:
        return None
    from evaluator.dsse import BadKey, key_id, public_key, signature_faults

    try:
        key = public_key(_read(options.public_key))
    except BadKey as error:
        raise FileFaults([Fault(message=str(error), path=str(options.public_key))]) from error
    faults = list(signature_faults(_read(options.signature), key, manifest, str(options.signature)))
    if faults:
        raise FileFaults(faults)
    return key_id(key)


def _score(options: argparse.Namespace) -> int:
    from evaluator.exam import score
    from evaluator.io import load_release
    from evaluator.predictions import read_predictions
    from evaluator.report import markdown, report_bytes, report_files

    data = _read(options.predictions)
    if options.out is not None:
        _check_out(options.out, options.release)
    _progress(f"reading {options.release}")
    release = load_release(options.release, keep=("exam",))
    predictions = read_predictions(data, release)
    _progress(f"scoring {len(predictions.rows)} predictions on {len(release.exam())} instances")
    report = score(release, predictions, system=options.system, seed=options.seed)
    if options.out is not None:
        _write(options.out, report_files(report))
    if options.json:
        sys.stdout.buffer.write(report_bytes(report))
    else:
        print(markdown(report), end="")
    return FINE


def _agree(options: argparse.Namespace) -> int:
    from evaluator.agree import agreement_json, agreement_text
    from evaluator.agreement import BadLabels

    try:
        result = agreement_json(
            _read(options.labels),
            options.level,
            cluster=options.cluster,
            units=options.units,
            bootstrap=options.bootstrap,
            seed=options.seed,
        )
    except BadLabels as error:
        raise FileFaults([Fault(message=str(error))]) from error
    if options.json:
        _print_json(result)
    else:
        print("\n".join(_printable(line) for line in agreement_text(result)))
    return FINE


def _battles(options: argparse.Namespace) -> int:
    from evaluator.battles.told import battles_json, battles_text

    data = _read(options.battles)
    result = battles_json(data, ties=options.ties, bootstrap=options.bootstrap, seed=options.seed)
    if options.json:
        _print_json(result)
    else:
        print("\n".join(_printable(line) for line in battles_text(result)))
    return FINE


def _tables(options: argparse.Namespace) -> int:
    from evaluator.tables.told import tables_json, tables_text

    result = tables_json(_read(options.table), _read(options.claims))
    if options.json:
        _print_json(result)
    else:
        print("\n".join(_printable(line) for line in tables_text(result)))
    return FINE


def _read(path: Path) -> bytes:
    """The bytes of an input file. Raises FileFaults when there is no plain, readable file of a sane size."""
    message = ""
    try:
        if path.is_dir():
            message = "is a folder: give a file"
        elif not path.exists():
            message = "does not exist"
        elif path.stat().st_size > MAX_INPUT_BYTES:
            message = f"is larger than {MAX_INPUT_BYTES} bytes"
        else:
            return path.read_bytes()
    except OSError as error:
        message = f"cannot be read: {error.strerror or error}"
    raise FileFaults([Fault(message=message, path=str(path))])


def _check_out(out: Path, release: Path) -> None:
    if out.exists() and not out.is_dir():
        raise FileFaults([Fault(message="is not a folder: --out needs one", path=str(out))])
    if out.resolve().is_relative_to(release.resolve()):
        raise FileFaults(
            [Fault(message="lies in the release, which must not change: choose another --out", path=str(out))]
        )


def _write(out: Path, files: dict[str, bytes]) -> None:
    try:
        out.mkdir(parents=True, exist_ok=True)
        for name, data in files.items():
            (out / name).write_bytes(data)
    except OSError as error:
        raise FileFaults([Fault(message=f"cannot be written: {error.strerror or error}", path=str(out))]) from error
    _progress(f"wrote {', '.join(files)} to {out}")


def _refuse(faults: Iterable[Fault], *, as_json: bool, stream: str) -> int:
    listed = list(faults)
    if as_json:
        # A file's name may hold bytes that are no text.
        told = [{**fault.as_json(), "path": _printable(fault.path) or None} for fault in listed]
        _print_json({"ok": False, "faults": told})
        return INVALID
    out = sys.stdout if stream == "stdout" else sys.stderr
    for fault in listed:
        print(_printable(str(fault)), file=out)
    print(f"refused: {len(listed)} {'fault' if len(listed) == 1 else 'faults'}", file=sys.stderr)
    return INVALID


def _printable(text: str) -> str:
    """Text for a terminal: control characters of someone else's file are shown, not obeyed."""
    return "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in text)


def _print_json(value: JsonValue) -> None:
    sys.stdout.buffer.write(canonical_bytes(value) + b"\n")


def _progress(text: str) -> None:
    print(_printable(text), file=sys.stderr)
