"""A program that is told the game in words and answers in words: greycells evaluate "text:python examples/text_bot.py"

Ask a language model instead of `answer`. A line is {"prompt": "..."} and the reply {"answer": "..."}.
"""

from __future__ import annotations

import json
import sys

TRIED = ("roll", "suggest scarlett rope", "nothing", "end", "stay")


def answers() -> None:
    """Try one thing after another until something is allowed."""
    for number, line in enumerate(sys.stdin):
        message = json.loads(line)
        if "prompt" not in message:
            return
        print(json.dumps({"answer": f"Action: {TRIED[number % len(TRIED)]}"}), flush=True)


answers()
