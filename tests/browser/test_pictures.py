"""The moving picture of the README is put together by hand; the browser reads it."""

from __future__ import annotations

from base64 import b64encode

from tests.browser.conftest import Newcomer
from tools.webp import Box, Still, moving, photograph

READ = """async (written) => {
    const data = Uint8Array.from(atob(written), (letter) => letter.charCodeAt(0));
    const reader = new ImageDecoder({ data, type: "image/webp" });
    await reader.tracks.ready;
    const frames = [];
    for (let at = 0; at < reader.tracks.selectedTrack.frameCount; at += 1) {
        const { image } = await reader.decode({ frameIndex: at });
        frames.push([image.displayWidth, image.displayHeight, image.duration / 1000]);
    }
    return frames;
}"""


def test_stills_and_parts_of_them_are_one_picture_that_moves(newcomer: Newcomer) -> None:
    guest = newcomer(width=300, height=200).go()
    line = guest.page.context.new_cdp_session(guest.page)
    whole, part = Box(0, 0, 300, 200), Box(20, 40, 101, 60)
    stills = [Still(photograph(line, 50, box=box), box, 100 * at) for at, box in enumerate((whole, part, whole), 1)]
    written = b64encode(moving(stills, whole.width, whole.height)).decode()
    assert guest.page.evaluate(READ, written) == [[300, 200, 100], [300, 200, 200], [300, 200, 300]]
