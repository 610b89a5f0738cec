import ast

from tests.house.tracked import name_of, written_files

LONGEST_FILE = 400
LONGEST_FUNCTION = 40


def test_no_file_is_longer_than_a_person_reads_at_once() -> None:
    counted = [
        (len(path.read_text(encoding="utf-8").splitlines()), name_of(path))
        for path in written_files(".py", ".html", ".css", ".js", ".mjs")
    ]
    assert [entry for entry in counted if entry[0] > LONGEST_FILE] == []


def function_lengths(source: str) -> list[tuple[int, str]]:
    """Return the lines of every function without its docstring: words that explain are not what is rationed."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            docstring = node.body[0] if ast.get_docstring(node) is not None else None
            if docstring is not None:
                lines -= (docstring.end_lineno or docstring.lineno) - docstring.lineno + 1
            found.append((lines, node.name))
    return found


def test_a_function_s_length_is_counted_without_its_docstring() -> None:
    # def, docstring of two lines, return: four lines, of which two count.
    assert function_lengths('def f():\n    """One.\n    Two."""\n    return 1\n') == [(2, "f")]


def test_no_function_is_longer_than_a_screen() -> None:
    long = [
        f"{name_of(path)}: {name} has {lines} lines"
        for path in written_files(".py")
        for lines, name in function_lengths(path.read_text(encoding="utf-8"))
        if lines > LONGEST_FUNCTION
    ]
    assert long == []
