"""The database of version 2 in old_data, and who sits there."""

from __future__ import annotations

from pathlib import Path

DATA = Path(__file__).parent / "old_data"


RUNNING, OPEN = "2n-egYWhZoCD", "HKoIIEYYOx-B"


ADA = "ImFjZTZiYmMzYWYwNzdkOTAyYWRiMDIxOCI.mjf9Gkrfki-5fJquCAGTU5xWffo"


GRACE = "IjlmYzZlODJmMTBmMTAyNDhiYmY0ZWJjYyI.IEuvq_KMCLXQDBGiJei414n4arA"
