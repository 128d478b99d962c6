"""Where the site does not run, it says so."""

import subprocess
import sys

import pytest

from server.systems import REFUSAL
from tests.stack import ROOT

#: Python under Windows, as far as its name for the system goes. Django would notice that it is not.
THERE = """
import os, runpy, sys
import django.core.management
program = sys.argv.pop(1)
os.name = "nt"
run = runpy.run_path if program.endswith(".py") else runpy.run_module
run(program, run_name="__main__")
"""

pytestmark = pytest.mark.once


@pytest.mark.parametrize("program", ["server.supervisor.__main__", "manage.py"])
def test_windows_is_refused_in_one_sentence(program):
    done = subprocess.run(
        [sys.executable, "-c", THERE, program, "check"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (1, f"{REFUSAL}\n")
