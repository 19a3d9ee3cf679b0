/**
 * Replace the page with a contact sheet: the drawings of an edition, made by the client's own modules.
 * @param {{sheet: string, edition: string}} wanted
 */
async ({ sheet, edition: key }) => {
  const client = document.querySelector("script[type=module]").src;
  const { loadModule } = await import(client.replace("app.js", "ui/api.js"));
  const part = (path) => loadModule(() => import(client.replace("app.js", path)));
  const { html, render } = await part("vendor/lit-html.js");
  const { edition: ask } = await part("board/editions.js");
  const { cardBack } = await part("board/card_back.js");
  const { card } = await part("board/card.js");
  const { token } = await part("board/token.js");
  const { dice } = await part("board/dice.js");
  const { BoardView } = await part("board/board.js");
  const { caseFile } = await part("board/case_file_art.js");
  const { weaponToken } = await part("board/board_art.js");
  const { pawn } = await part("board/pawn_figures.js");
  const { EXPRESSIONS, portraitOf } = await part("board/expressions.js");
  const { DETECTIVE_LEVELS, detective } = await part("board/detective_faces.js");
  const { crimeScene } = await part("board/crime_scene.js");
  const edition = await ask(key);
  const faces = (word) =>
    html`<div class="cards">
      ${EXPRESSIONS.map((expression) => portraitOf(edition, word, { expression }))}
      ${EXPRESSIONS.map((expression) => html`<span class="seat">${portraitOf(edition, word, { expression })}</span>`)}
    </div>`;
  const cards = (some) => html`<div class="cards">${some.map((one) => card(edition, one.word))}</div>`;
  const piece = (kind, box, art) =>
    html`<svg class="board" width="84" height="100" viewBox=${box}><g class=${kind}>${art}</g></svg>`;
  const sheets = {
    cards: () => [cards(edition.suspects), cards(edition.weapons), cards(edition.rooms)],
    suspects: () => cards(edition.suspects),
    weapons: () => cards(edition.weapons),
    expressions: () => edition.suspects.map((one) => faces(one.word)),
    detectives: () => [
      DETECTIVE_LEVELS.map((level) => detective(level)),
      DETECTIVE_LEVELS.map((level) => html`<span class="seat">${detective(level)}</span>`),
    ],
    scenes: () =>
      edition.rooms
        .map(({ word }, at) => [
          edition.suspects[at % edition.suspects.length].word,
          edition.weapons[at % edition.weapons.length].word,
          word,
        ])
        .map((solution) => crimeScene(edition, solution)),
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
      html`<div class="cards">${edition.suspects.map((one) => piece("pawn", "-7 -12 14 17", pawn(one)))}</div>`,
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
    .scenes { grid-template-columns: 1fr 1fr 1fr } .expressions { grid-template-columns: 1fr 1fr }
    .detectives { grid-template-columns: repeat(5, 200px) } .expressions .art, .detectives .art { width: 200px; height: 200px }
    .sheet .seat .art { width: 56px; height: 56px } .suspects .card, .weapons .card { width: 17.5rem } .suspects .card-name, .weapons .card-name { font-size: 1.6rem }`);
  document.adoptedStyleSheets = [looks];
  render(sheets[sheet](), page);
  await document.fonts.ready;
};
