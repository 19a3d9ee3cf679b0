"""Prometheus's text format, read strictly: whatever its conventions forbid is an error here."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

NAME = r"[a-z][a-z0-9_]*"
SAMPLE = re.compile(rf'({NAME})(?:\{{((?:{NAME}="(?:[^"\\\n]|\\[\\"n])*",?)*)\}})? (\S+)')
LABEL = re.compile(rf'({NAME})="((?:[^"\\]|\\.)*)"')
Labels = tuple[tuple[str, str], ...]


@dataclass(slots=True)
class Scraped:
    """One family: its kind, what it says about itself, and its samples by name and labels."""

    name: str
    about: str
    kind: str = ""
    samples: dict[tuple[str, Labels], float] = field(default_factory=dict[tuple[str, Labels], float])

    @property
    def labels(self) -> set[str]:
        """The names of its labels, without a histogram's `le`."""
        return {name for _, labels in self.samples for name, _ in labels} - {"le"}


def scraped(text: str) -> dict[str, Scraped]:
    """All families of a scrape."""
    assert text.endswith("\n")
    found = dict[str, Scraped]()
    current: Scraped | None = None
    for line in text.splitlines():
        if line.startswith("# HELP "):
            _, _, name, about = line.split(" ", 3)
            assert name not in found, f"{name} comes twice"
            found[name] = current = Scraped(name, about)
        elif line.startswith("# TYPE "):
            assert current is not None
            assert (current.kind, line.split()[2]) == ("", current.name), line
            current.kind = line.split()[3]
        else:
            assert current is not None, line
            _add(current, line)
    for family in found.values():
        _check(family)
    return found


def _add(family: Scraped, line: str) -> None:
    read = SAMPLE.fullmatch(line)
    assert read is not None, line
    endings = ("_bucket", "_sum", "_count") if family.kind == "histogram" else ("",)
    assert read[1] in [family.name + ending for ending in endings], f"{read[1]} stands under {family.name}"
    labels = tuple((name, value) for name, value in LABEL.findall(read[2] or ""))
    assert (read[1], labels) not in family.samples, f"{line} comes twice"
    family.samples[read[1], labels] = float(read[3])


def _check(family: Scraped) -> None:
    name = family.name
    assert family.kind in ("counter", "gauge", "histogram"), name
    assert family.samples, name
    assert (family.kind == "counter") == name.endswith("_total"), name
    assert re.fullmatch(rf"(greycells|process)_{NAME}", name), name
    for unit in ("seconds", "bytes"):
        assert unit not in name or name.removesuffix("_total").endswith(unit), f"{name}: its unit isn't at the end"
    assert len({frozenset(key for key, _ in labels) - {"le"} for _, labels in family.samples}) == 1, name
    if family.kind != "gauge":
        assert all(value >= 0 for value in family.samples.values()), name
    if family.kind == "histogram":
        for buckets, count in _histograms(family):
            assert list(buckets) == sorted(buckets), name
            assert buckets[-1] == count, name


def _histograms(family: Scraped) -> Iterator[tuple[list[float], float]]:
    """The buckets of each histogram in the order of their bounds, and how much there is in all."""
    series = dict[Labels, list[tuple[float, float]]]()
    for (name, labels), value in family.samples.items():
        if name.endswith("_bucket"):
            rest = tuple(pair for pair in labels if pair[0] != "le")
            series.setdefault(rest, []).append((float(dict(labels)["le"]), value))
    for rest, buckets in series.items():
        assert buckets[-1][0] == float("inf"), family.name
        yield [value for _, value in sorted(buckets)], family.samples[f"{family.name}_count", rest]
