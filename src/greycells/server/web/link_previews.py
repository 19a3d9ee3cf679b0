"""What a messenger shows of a link: a title, a sentence and a picture, told to everybody who is sent the link.

So it holds only what anybody with the link may read on the page itself: the edition, and the name of the host.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from greycells.editions import load, names
from greycells.editions.translation import title
from greycells.language.languages import ABROAD
from greycells.language.sentences import Sentence, language
from greycells.server.service.service import Service
from greycells.server.web.assets import asset_prefix

WIDE, HIGH = 1200, 630
"""The size of the picture, as messengers want it."""
LOCALES = {"en": "en_GB", "de": "de_DE"}
MOST_LETTERS = 60
"""Of a name: more than that no messenger shows."""


@dataclass(frozen=True, slots=True)
class LinkPreview:
    """A title, a sentence, the path of the page, and the edition whose board is shown."""

    heading: str
    note: str
    path: str
    edition: str

    def tags(self, service: Service) -> str:
        """The tags of a page's head: Open Graph, which messengers read, and the card of Twitter."""
        tag = language().removesuffix(ABROAD)
        told = {
            "og:type": "website",
            "og:site_name": "greycells",
            "og:locale": LOCALES.get(tag, tag),
            "og:title": self.heading,
            "og:description": self.note,
            "og:url": service.address(self.path),
        }
        if self.edition in names():
            told |= {
                "og:image": service.address(f"{asset_prefix()}previews/{self.edition}.png"),
                "og:image:type": "image/png",
                "og:image:width": str(WIDE),
                "og:image:height": str(HIGH),
                "og:image:alt": str(Sentence("preview.picture", edition=edition_title(self.edition))),
            }
        card = '<meta name="twitter:card" content="summary_large_image">'
        return "".join(f'<meta property="{name}" content="{escape(text)}">' for name, text in told.items()) + card


def edition_title(key: str) -> str:
    """What an edition is called; one that this server doesn't have keeps its key."""
    return title(load(key)) if key in names() else key
