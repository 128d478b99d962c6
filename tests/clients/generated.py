"""Clients that openapi-generator makes of the schema, compiled: one function for each language.

Each returns the command that runs the program of docs/clients with its client.
"""

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.api_schema import api_schema

PROGRAMS = Path(__file__).resolve().parents[2] / "docs" / "clients"
TYPESCRIPT = "typescript@5.9.3"
SECONDS = 400
#: Neither documents nor tests, which nobody reads here.
ONLY_CODE = (
    "apis,models,supportingFiles,apiDocs=false,modelDocs=false,apiTests=false,modelTests=false"
)

#: Since Java 9 the JDK has it no more; Maven would fetch it.
GENERATED = """package javax.annotation;
public @interface Generated { String value(); String comments(); }
"""


def in_python(folder: Path) -> list[str]:
    _generate(folder, "python", "client", "packageName=roundhouse_client")
    shutil.copy(PROGRAMS / "tournament.py", folder / "client")
    return [sys.executable, "-W", "error", str(folder / "client" / "tournament.py")]


def in_typescript(folder: Path) -> list[str]:
    _generate(folder, "typescript-fetch", "roundhouse")
    shutil.copy(PROGRAMS / "tournament.ts", folder)
    options = ["--strict", "--target", "es2022", "--outDir", "out"]
    options += ["--module", "commonjs", "--lib", "es2022,dom"]
    _run(folder, "npx", "--yes", "--package", TYPESCRIPT, "tsc", *options, "tournament.ts")
    return ["node", str(folder / "out" / "tournament.js")]


def in_java(folder: Path) -> list[str]:
    """Compiled with the Jackson that the generator has in itself, so that nothing is fetched."""
    _generate(folder, "java", "client", "library=native,openApiNullable=false,useJakartaEe=false")
    shutil.copy(PROGRAMS / "Tournament.java", folder / "client" / "src" / "main" / "java")
    (folder / "Generated.java").write_text(GENERATED)
    sources = [str(path) for path in folder.rglob("*.java")]
    (folder / "sources").write_text("\n".join(sources))
    _run(folder, "javac", "-nowarn", "-cp", str(_generator()), "-d", "out", "@sources")
    return ["java", "-cp", os.pathsep.join([str(folder / "out"), str(_generator())]), "Tournament"]


def missing(*programs: str) -> list[str]:
    """The programs and packages that have to be installed first."""
    package = "openapi_generator_cli"
    there = [package] if importlib.util.find_spec(package) else []
    return [one for one in (package, *programs) if one not in there and not shutil.which(one)]


def _generator() -> Path:
    return Path(importlib.util.find_spec("openapi_generator_cli").origin).with_name(
        "openapi-generator.jar"
    )


def _generate(folder: Path, language: str, into: str, options: str = "") -> None:
    (folder / "schema.json").write_text(json.dumps(api_schema()))
    command = ["generate", "-i", "schema.json", "-g", language, "-o", into]
    command += ["--global-property", ONLY_CODE]
    command += ["--additional-properties", f"hideGenerationTimestamp=true,{options}".rstrip(",")]
    said = _run(folder, "java", "-jar", str(_generator()), *command)
    # No model has a name that the language or its client has already. "File" is none of ours.
    assert [line for line in said.splitlines() if "Renamed" in line and " File " not in line] == []


def _run(folder: Path, *command: str) -> str:
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, timeout=SECONDS, check=False
    )
    assert done.returncode == 0, (done.stdout + done.stderr)[-5000:]
    return done.stdout + done.stderr
