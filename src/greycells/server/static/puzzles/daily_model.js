/** The daily case: its calendar, its time, and the results that wait to be sent. */

import { ownDate } from "../ui/times_model.js";

/** @import {DailyRecord} from "../types/wire.js" */
/** A day of the calendar: solved on the day, solved later, or not yet. @typedef {{date: string, how: "on time" | "later" | "open", possible: boolean}} Day */

/** Days that the calendar shows: whole weeks. */
const SHOWN = 35;
const WEEK = 7;

/** The last five weeks, from a Monday. @param {Pick<DailyRecord, "days" | "first">} record @param {Date} now @returns {Day[]} */
export function calendarDays({ days, first }, now) {
  const counts = new Map(days.map((day) => [day.date, day.counts]));
  const today = ownDate(now);
  const weekday = (now.getDay() + 6) % WEEK;
  return Array.from({ length: SHOWN }, (_, at) => {
    const day = now.getDate() - weekday - SHOWN + WEEK + at;
    const date = ownDate(new Date(now.getFullYear(), now.getMonth(), day, 12));
    const solved = counts.get(date);
    return {
      date,
      how: solved === undefined ? "open" : solved ? "on time" : "later",
      possible: date <= today && date >= first,
    };
  });
}

/** Seconds until midnight where the player is. @param {Date} now */
export const untilTomorrow = (now) =>
  Math.max(
    0,
    Math.round((new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).getTime() - now.getTime()) / 1000),
  );
