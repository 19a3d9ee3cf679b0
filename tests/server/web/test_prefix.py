"""Under a path prefix everything that is sent leads back under it, whether the proxy takes the prefix away or not."""

from __future__ import annotations

import re
from dataclasses import replace
from http.cookies import SimpleCookie
from pathlib import Path
from urllib.parse import urljoin

import httpx
import pytest
from tests.server.running_server import guest, quick, running

import greycells.server
from greycells.client import ServerClient
from greycells.protocol.plans import TablePlan
from greycells.server.app.application import application
from greycells.server.service.service import Service
from greycells.server.storage.database import StoreError
from greycells.server.web.assets import asset_prefix, version

STATIC = Path(__file__).parents[3] / "src" / "greycells" / "server" / "static"
PREFIX = "/clue"
PUBLIC = f"https://example.org{PREFIX}"
ADDRESS = re.compile(r'\b(?:href|src|action)="([^"]*)"')
PAGES = (
    "/",
    "/first",
    "/rules",
    "/rules/classic",
    "/about",
    "/games",
    "/new",
    "/print/classic",
    "/offline",
    "/nowhere",
)


def modules() -> list[Path]:
    return [file for file in sorted(STATIC.rglob("*.js")) if "vendor" not in file.parts]


@pytest.mark.parametrize("arrives", [PREFIX, ""], ids=["kept", "taken away"])
async def test_every_page_leads_back_under_the_prefix(arrives: str, tmp_path: Path) -> None:
    async with running(replace(quick(tmp_path), public_url=PUBLIC)) as (address, _):
        table = (await (await guest(address, "Ada")).open(TablePlan(public=True))).id
        async with httpx.AsyncClient(timeout=None, base_url=address + arrives) as browser:
            for path in (*PAGES, f"/table/{table}"):
                page = await browser.get(path)
                assert page.status_code == (404 if path == "/nowhere" else 200), path
                found = ADDRESS.findall(page.text)
                assert found, path
                assert [one for one in found if not one.startswith((f"{PREFIX}/", f"{PUBLIC}/", "#"))] == [], path
                for link in {one for one in found if one.startswith(f"{PREFIX}/static/")}:
                    assert (await browser.get(f"{address}{link}")).status_code == 200, link
            home = (await browser.get("/")).text
            assert f'href="{PREFIX}/"' in home
            assert f'href="{PREFIX}/table/{table}"' in home


async def test_redirects_cookies_worker_and_manifest(tmp_path: Path) -> None:
    async with (
        running(replace(quick(tmp_path), public_url=PUBLIC)) as (address, _),
        httpx.AsyncClient(timeout=None, base_url=address, headers={"origin": "https://example.org"}) as browser,
    ):
        begun = await browser.post(f"{PREFIX}/play")
        assert begun.headers["location"].startswith(f"{PREFIX}/table/")
        found: SimpleCookie = SimpleCookie(begun.headers["set-cookie"])
        (morsel,) = found.values()
        assert (morsel.key, morsel["path"], morsel["secure"]) == ("__Secure-greycells", PREFIX, True)
        bare = await browser.get(PREFIX)
        assert (bare.status_code, bare.headers["location"]) == (307, f"{PREFIX}/")
        slash = await browser.get(f"{PREFIX}/rules/")
        assert (slash.status_code, slash.headers["location"]) == (307, f"{PREFIX}/rules")
        found_at = f"{PREFIX}/static/manifest.json"
        manifest = (await browser.get(found_at)).json()
        assert {urljoin(found_at, manifest[key]) for key in ("start_url", "scope")} == {f"{PREFIX}/"}
        for icon in manifest["icons"]:
            assert (await browser.get(urljoin(found_at, icon["src"]))).status_code == 200
        worker = (await browser.get(f"{PREFIX}/worker.js")).text
        assert f"static/{version()}`" in worker
        kept = await browser.get(f"{PREFIX}{asset_prefix()}app.js")
        assert "immutable" in kept.headers["cache-control"]
        described = (await browser.get(f"{PREFIX}/openapi.json")).json()
        assert described["servers"] == [{"url": PUBLIC}]
        assert (await browser.get(f"{PREFIX}/api/nothing")).text == "not found\n"
        assert (await browser.get("/cluedo/rules")).status_code == 404


@pytest.mark.parametrize("public", [None, "https://example.org", PUBLIC])
async def test_a_slash_too_many_never_leads_to_a_host_that_the_request_names(
    public: str | None, tmp_path: Path
) -> None:
    async with (
        running(replace(quick(tmp_path), public_url=public)) as (address, service),
        httpx.AsyncClient(timeout=None, base_url=address, headers={"host": "evil.example"}) as browser,
    ):
        prefix = service.config.prefix
        for path, query in (("/rules/", ""), ("/table/a%3Fb/", "?chair=1"), ("/api/rules/", "")):
            slash = await browser.get(f"{prefix}{path}{query}")
            assert (slash.status_code, slash.headers["location"]) == (307, f"{prefix}{path[:-1]}{query}")
        for path in ("/nothing/", "//evil.example/", "//evil.example/rules/", "/nothing"):
            assert (await browser.get(f"{address}{path}")).status_code == 404, path


@pytest.mark.parametrize("prefix", ["", PREFIX])
async def test_metrics_are_at_one_address_only(prefix: str, tmp_path: Path) -> None:
    """A proxy that takes the prefix away hides `/clue/metrics`, and passes `/clue/clue/metrics` on as that."""
    async with (
        running(replace(quick(tmp_path), public_url=f"https://example.org{prefix}")) as (address, _),
        httpx.AsyncClient(timeout=None, base_url=address, follow_redirects=True) as browser,
    ):
        assert "greycells_" in (await browser.get("/metrics")).text
        for path in (f"{PREFIX}/metrics", f"{PREFIX}{PREFIX}/metrics", f"{PREFIX}/metrics/", "//metrics"):
            shown = await browser.get(f"{address}{path}")
            assert (shown.status_code, "greycells_" in shown.text) == (404, False), path


async def test_a_program_finds_the_server_by_the_address_of_a_page(tmp_path: Path) -> None:
    async with running(replace(quick(tmp_path), public_url=f"http://example.org{PREFIX}")) as (address, _):
        for url in (f"{address}{PREFIX}/table/abc", f"{address}{PREFIX}/seat/x.y", f"{address}{PREFIX}/"):
            ada = ServerClient(url)
            assert ada.url == address + PREFIX
            assert await ada.meet("Ada") == "Ada"
        assert ServerClient(f"{address}/table/abc").url == address


async def test_a_prefix_that_is_one_of_our_own_pages_is_refused(tmp_path: Path) -> None:
    service = Service.start(replace(quick(tmp_path), public_url="https://example.org/table"))
    try:
        with pytest.raises(StoreError, match="can't have a path that begins with /table"):
            application(service)
    finally:
        await service.stop()


def test_no_address_in_the_client_is_missed() -> None:
    """An address from the root is asked for, gone to, or put under the prefix."""
    plain = re.compile(r"""(?<!\bask\()(?<!\bgo\()(?<!\burl\()(?<!\bpath = )["`]/["`a-z].*""")
    assert len(modules()) > 80
    found = {file.name: lines for file in modules() if (lines := plain.findall(code_of(file)))}
    assert found.pop("routes.js") == ['"/").filter(Boolean).map(decoded);', '"/").find(Boolean) ?? "");']
    assert found.pop("replay_model.js") == ['"/api/tables/", record: "/api/records/", shared: "/api/shared/" };']
    assert found.pop("book.js") == ["`/api/companion/${id}`;"]
    assert found.pop("notebook_pages.js") == ["`/api/tables/${table}/chairs/${chair}/notebook`;"]
    assert found.pop("coach.js") == ['"/api/lessons/first", signal));']
    assert found.pop("practice_controller.js") == [
        '"/api/practice/record", resultOf(puzzle, today()));',
        '"/api/practice/storm", { solved });',
    ]
    assert found == {}


def code_of(file: Path) -> str:
    """A module without comments, line breaks after brackets, and both ways of `url(condition ? "/a" : "/b")`."""
    code = re.sub(r"/\*.*?\*/|^ *//.*$", "", file.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    return re.sub(r"""\burl\([^`()]+\?.*? : [^)]*\)""", "url()", re.sub(r"\(\s+", "(", code))


def test_every_address_of_ours_is_written_with_url() -> None:
    raw = re.compile(r"""\b(?:href|src|action)=["']/(?!/)""")
    files = [file for kind in ("*.py", "*.js") for file in Path(greycells.server.__file__).parent.rglob(kind)]
    assert len(files) > 200
    assert [file.name for file in files if raw.search(file.read_text(encoding="utf-8"))] == []
