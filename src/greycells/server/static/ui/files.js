/** Files that somebody chooses. */

/** The file that was chosen, if any. The field is empty again: the same file, once it is mended, can be chosen again. @param {Event} event */
export function chosenFile(event) {
  const field = /** @type {HTMLInputElement} */ (event.target);
  const [file] = field.files ?? [];
  field.value = "";
  return file ?? null;
}
