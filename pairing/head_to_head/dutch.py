"""FIDE's Dutch system, by gacrux (Otto Milvang, www.gacrux.no; MIT), in a process of its own.

The rules are those in force from 1 February 2026 (FIDE handbook C.04.3). A round of 100 people
takes about a second, one of 1,000 some ten to two hundred seconds: see ``pair_field`` for such.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Collection, Sequence
from pathlib import Path

from pairing.head_to_head.model import UPTOWN, Pairing, Record
from pairing.head_to_head.trf import SIDES, player_lines

RULE_YEAR = 2026
#: Seconds after which a pairing is given up.
PATIENCE = 600
LONGEST_COMPLAINT = 300


class NoPairing(Exception):  # noqa: N818 - a refusal is no error of the program
    """The rules allow no pairing, or the engine gave none; a sentence."""


def pair_dutch(
    people: Sequence[Record],
    rounds: int,
    *,
    first_side: str = UPTOWN,
    apart: Collection[tuple[int, int]] = (),
    patience: float = PATIENCE,
) -> Pairing:
    """The next round of a tournament of ``rounds`` rounds. Raises NoPairing.

    Who is not ``here`` is not paired. In the first round the first by seed has ``first_side``,
    which is to be drawn by lot. ``apart`` are pairs of keys who are not to meet. Gives
    up after ``patience`` seconds.
    """
    by_seed = sorted(people, key=lambda person: (person.seed, person.key))
    number = {person.key: i for i, person in enumerate(by_seed, 1)}
    played = max((len(person.past) for person in by_seed), default=0)
    arguments = ["-f", "TRF", "-p", "-n", str(played + 1), "-d", "T"]
    away = [str(number[person.key]) for person in by_seed if not person.here]
    if away:
        arguments += ["-u", *away]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "tournament.trf"
        file.write_text(as_trf(by_seed, rounds, first_side=first_side, apart=apart), "ascii")
        answer, complaint = run_engine([*arguments, "-i", str(file)], patience)
    return _read(answer, complaint, by_seed)


def run_engine(arguments: Sequence[str], patience: float) -> tuple[str, str]:
    """The answer of gacrux and its complaint. Raises NoPairing after ``patience`` seconds."""
    command = [sys.executable, "-m", "gacrux.pairingchecker", *arguments]
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=patience, check=False
        )
    except subprocess.TimeoutExpired as late:
        raise NoPairing(f"No pairing was found within {patience:.0f} seconds.") from late
    return done.stdout, done.stderr


def as_trf(
    by_seed: Sequence[Record],
    rounds: int,
    *,
    first_side: str = UPTOWN,
    apart: Collection[tuple[int, int]] = (),
) -> str:
    """The tournament in FIDE's report format (TRF16), people numbered by seed from 1."""
    number = {person.key: i for i, person in enumerate(by_seed, 1)}
    lines = [
        "012 Roundhouse",
        f"062 {len(by_seed)}",
        "092 Individual: Swiss-System (Dutch)",
        f"XXR {rounds}",
        f"152 {SIDES[first_side].upper()}",
    ]
    lines += [
        f"260   1 {rounds:3d} {number[one]:4d} {number[other]:4d}"
        for one, other in sorted(apart)
        if one in number and other in number
    ]
    return "\n".join([*lines, *player_lines(by_seed)]) + "\n"


def _read(text: str, complaint: str, by_seed: Sequence[Record]) -> Pairing:
    """The engine's answer: how many pairs, then a line for each; 0 stands for nobody."""
    lines = [line.split() for line in text.splitlines() if line.strip()]
    try:
        rows = [(int(up), int(down)) for up, down in lines[1:]]
        complete = len(rows) == int(lines[0][0])
    except (ValueError, IndexError):
        complete = False
    if not complete or not rows:
        raise NoPairing(_in_words(complaint))
    keys = [person.key for person in by_seed]
    pairs = tuple((keys[up - 1], keys[down - 1]) for up, down in rows if up and down)
    byes = [keys[max(up, down) - 1] for up, down in rows if not (up and down)]
    return Pairing(pairs, byes[0] if byes else None)


def _in_words(complaint: str) -> str:
    """The engine's complaint as a sentence. It has none where everybody has met."""
    lines = [line.strip() for line in complaint.splitlines()]
    said = [line for line in lines if line and not line.startswith("#")]
    if not said:
        return "The Dutch system has no pairing: too many of those who are here have met."
    return f"The Dutch system has no pairing. The engine says: {said[-1][:LONGEST_COMPLAINT]}"
