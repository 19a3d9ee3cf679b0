/**
 * A contact sheet in place of the page: the drawings of an edition, from the client's own modules.
 * @param {{sheet: string, edition: string}} wanted
 */
async ({ sheet, edition: key }) => {
  const client = document.querySelector("script[type=module]").src;
  const part = (path) => import(client.replace("app.js", path));
  const { html, render } = await part("vendor/lit-html.js");
  const { edition: ask } = await part("api.js");
  const { cardBack } = await part("widgets/back.js");
  const { card } = await part("widgets/card.js");
  const { token } = await part("widgets/token.js");
  const { dice } = await part("widgets/dice.js");
  const { BoardView } = await part("board/board.js");
  const { caseFile } = await part("board/file.js");
  const { weaponToken } = await part("board/print.js");
  const { pawn } = await part("board/figures.js");
  const edition = await ask(key);
  const cards = (some) => html`<div class="cards">${some.map((one) => card(edition, one.word))}</div>`;
  const piece = (kind, box, art) =>
    html`<svg class="board" width="84" height="100" viewBox=${box}><g class=${kind}>${art}</g></svg>`;
  const sheets = {
    cards: () => [cards(edition.suspects), cards(edition.weapons), cards(edition.rooms)],
    suspects: () => cards(edition.suspects),
    weapons: () => cards(edition.weapons),
    board: () => {
      const board = new BoardView(edition, () => {});
      const pawns = Object.fromEntries(edition.suspects.map((one) => [one.word, one.start]));
      board.show(
        { pawns, weapons: {}, mover: "", winner: null, phase: "over" },
        { lit: [], paths: {}, mine: null, fresh: [], motion: "none" },
      );
      return board.element;
    },
    pieces: () => [
      html`<div class="cards">
        ${edition.suspects.map((one) => piece("pawn", "-7 -12 14 17", pawn(one)))}
      </div>`,
      html`<div class="cards">
        ${edition.weapons.map((one) => piece("weapon", "-6 -6 12 12", weaponToken(one.word)))}
      </div>`,
      html`<div class="cards">${edition.suspects.map((one) => token(edition, one.word))}</div>`,
      html`<div class="cards">${[1, 2, 3, 4, 5, 6].map((face) => dice([face], 0))}</div>`,
      html`<div class="cards">
        ${cardBack()}<svg class="file" width="180" height="130" viewBox="-17 -12 34 25">${caseFile}</svg
        ><img src="/static/icon.svg" width="96" height="96" alt="" />
      </div>`,
    ],
  };
  document.documentElement.dataset.motion = "none";
  document.getElementById("app")?.remove();
  const page = document.createElement("main");
  page.className = `sheet ${sheet}`;
  document.body.append(page);
  const looks = new CSSStyleSheet();
  looks.replaceSync(`.sheet { padding: 12px; display: grid; gap: 10px }
    .suspects .card, .weapons .card { width: 17.5rem } .suspects .card-name, .weapons .card-name { font-size: 1.6rem }`);
  document.adoptedStyleSheets = [looks];
  render(sheets[sheet](), page);
  await document.fonts.ready;
};
