/** A menu that is open closes when something in it is chosen, by Escape, and by a touch anywhere else. */

/** @param {Event} event of the summary that is clicked, or pressed, to open it */
export function closesItself(event) {
  const menu = /** @type {HTMLDetailsElement} */ (/** @type {Node} */ (event.currentTarget).parentNode);
  if (menu.open) return;
  const until = new AbortController();
  const close = () => void (menu.open = false);
  menu.addEventListener("toggle", () => menu.open || until.abort(), until);
  menu.lastElementChild?.addEventListener("click", close, until);
  document.addEventListener(
    "pointerdown",
    (touch) => menu.contains(/** @type {Node} */ (touch.target)) || close(),
    until,
  );
  document.addEventListener(
    "keydown",
    ({ key }) => {
      if (key !== "Escape") return;
      close();
      menu.querySelector("summary")?.focus();
    },
    until,
  );
}
