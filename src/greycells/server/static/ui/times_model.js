/** Dates and times as the whole client writes them. */

/** @param {number} number */
const twoDigits = (number) => String(number).padStart(2, "0");

/** The player's own date, as 2025-01-31. @param {Date} now */
export const ownDate = (now) => `${now.getFullYear()}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}`;

const HOUR = 3600;
const DAY = 24 * HOUR;

/** Whole days or hours of the time that is left, where there are at least two: never more than is left. @param {number} seconds @returns {{unit: "days" | "hours", count: number} | null} */
export function largeUnit(seconds) {
  if (seconds >= 2 * DAY) return { unit: "days", count: Math.floor(seconds / DAY) };
  return seconds >= 2 * HOUR ? { unit: "hours", count: Math.floor(seconds / HOUR) } : null;
}

/** Minutes and seconds, with hours where there are some. @param {number} seconds */
export const clock = (seconds) => {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${twoDigits(minutes)}:${twoDigits(seconds % 60)}` : `${minutes}:${twoDigits(seconds % 60)}`;
};
