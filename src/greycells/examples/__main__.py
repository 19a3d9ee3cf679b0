"""`python -m greycells.examples [FOLDER]`: list the examples, or copy them into a folder."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from greycells.examples import copy_to, programs, records
from greycells.language.languages import preferred
from greycells.language.sentences import Sentence, set_language


def main() -> None:
    """Copy where a folder is named, else list."""
    set_language(preferred(os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG")))
    match sys.argv[1:]:
        case [folder] if not folder.startswith("-"):
            copy_to(Path(folder))
            print(Sentence("examples.copied", programs=len(programs()), records=len(records()), folder=folder))
        case []:
            for name, file in {**programs(), **records()}.items():
                print(f"{name:33}{file}")
            print(Sentence("examples.hint"))
        case _:
            sys.exit(str(Sentence("examples.usage")))


if __name__ == "__main__":
    main()
