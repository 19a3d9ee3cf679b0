/** The page of a printed sheet: its button prints it, and another number of players is shown at once. */

const button = /** @type {HTMLButtonElement} */ (document.querySelector("button.print"));
button.hidden = false;
button.addEventListener("click", () => print());

const chosen = /** @type {HTMLSelectElement} */ (document.querySelector("select"));
chosen.addEventListener("change", () => chosen.form?.submit());
