/** A menu that is open closes when something in it is chosen, by Escape, and by a touch anywhere else. */

/** @param {Event} event of a menu that was opened or closed */
export function closesItself(event) {
  const menu = /** @type {HTMLDetailsElement} */ (event.currentTarget);
  if (!menu.open) return;
  const until = new AbortController();
  const close = () => void (menu.open = false);
  menu.addEventListener("toggle", () => until.abort(), { once: true });
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
