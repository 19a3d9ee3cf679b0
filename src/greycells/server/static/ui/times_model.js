/** Dates and times as the whole client writes them. */

/** @param {number} number */
const twoDigits = (number) => String(number).padStart(2, "0");

/** The player's own date, as 2025-01-31. @param {Date} now */
export const ownDate = (now) => `${now.getFullYear()}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}`;

/** Minutes and seconds, with hours where there are some. @param {number} seconds */
export const clock = (seconds) => {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${twoDigits(minutes)}:${twoDigits(seconds % 60)}` : `${minutes}:${twoDigits(seconds % 60)}`;
};
