/** Players whose messages aren't shown on this page. */

import { state, update } from "../ui/store.js";

/** Who isn't heard at a table. @param {string} table @returns {number[]} */
export function unheardAt(table) {
  return JSON.parse(sessionStorage.getItem(`unheard ${table}`) ?? "[]");
}

/** Hear a chair no longer, or again: only on this page. @param {number} chair */
export function toggleMuted(chair) {
  const unheard = state.unheard.includes(chair)
    ? state.unheard.filter((other) => other !== chair)
    : [...state.unheard, chair];
  update({ unheard });
  if (state.table) sessionStorage.setItem(`unheard ${state.table.id}`, JSON.stringify(unheard));
}
