"""The command-line program that comes with the package."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import time

import pytest

import quadrille as q

from .conftest import HARD, MANY, PUZZLE

MODULE = [sys.executable, "-m", "quadrille"]
# Reports that Python has started, which takes seconds on a busy machine.
READY = """
import sys
from quadrille.__main__ import main
print("ready", flush=True)
sys.exit(main())
"""


def run(*arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*MODULE, *arguments], input=text, capture_output=True, text=True, timeout=120, check=False
    )


def test_the_command_is_on_the_path() -> None:
    command = shutil.which("quadrille", path=sysconfig.get_path("scripts"))
    assert command
    result = subprocess.run([command, "--version"], capture_output=True, text=True, check=True)
    assert result.stdout == f"quadrille {q.__version__}\n" == run("--version").stdout


def test_it_does_what_the_package_does() -> None:
    result = run("solve", "-", text=PUZZLE + "\n")
    assert (result.stdout.split(), result.stderr) == (list(q.solve(PUZZLE)), "")
    assert run("make", "queens", "6").stdout.startswith("| queens 6\n")
    assert run("solve", "-c", MANY).stdout == f"{q.count(MANY)}\n"
    solution = str(q.first(MANY))
    assert run("minimize", solution).stdout == f"{q.Sudoku(solution).minimized().cells}\n"
    rated = run("rate", "--er", HARD).stdout.rstrip().split("\t")
    rating = q.Sudoku(HARD).rate()
    assert rated[:3] == [rating.level, str(rating.score), rating.hardest]
    assert rated[4] == str(q.Sudoku(HARD).explainer_rating())


def test_the_exit_status_is_that_of_the_program() -> None:
    assert run("solve", PUZZLE).returncode == 0
    assert run("solve", "11" + 79 * ".").returncode == 1
    wrong = run("solve", "12")
    assert wrong.returncode == 2 and "2 cells" in wrong.stderr
    usage = run("solve", "--nonsense")
    assert usage.returncode == 2 and "Usage: quadrille solve" in usage.stderr


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_signals_and_closed_pipes_end_it_quietly() -> None:
    for arguments in (["solve", "-c", "--engine", "links", 81 * "."], ["solve", 81 * "."]):
        process = subprocess.Popen(
            [sys.executable, "-c", READY, *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        )
        assert process.stdout and process.stderr
        assert process.stdout.readline() == b"ready\n"
        if "-c" in arguments:
            time.sleep(0.5)
        else:
            assert process.stdout.read(82 * 1000).count(b"\n") == 1000
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
        assert process.returncode == 130 and b"Traceback" not in errors
    process = subprocess.Popen([*MODULE, "solve", 81 * "."], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout and process.stderr
    assert len(process.stdout.readline()) == 82
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait(timeout=60) == 0
