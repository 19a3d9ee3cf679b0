/** Every page that the client draws: the first part of its address, and the module of its screen. */

/** @import {Route, Screen} from "../types/types.js" */

/** What a page begins with comes along with it. @type {Record<string, () => Promise<Screen>>} */
export const SCREENS = {
  home: () => import("../home/home.js"),
  new: () => import("../tables/table_options.js"),
  table: () => import("../tables/table_visit.js"),
  games: () => import("../home/my_games.js"),
  first: () => import("../lessons/first_case.js"),
  about: () => import("../home/about.js"),
  "my-data": () => import("../my_data/my_data.js"),
  explained: () => import("../review/review_guide.js"),
  rules: () => import("../rulebook/rules.js"),
  daily: () => import("../puzzles/daily.js"),
  "daily-game": () => import("../daily_games/shared_case.js"),
  challenge: () => import("../daily_games/shared_case.js"),
  practice: () => import("../puzzles/practice.js"),
  replay: () => import("../replay/replay.js"),
  record: () => import("../replay/replay.js"),
  shared: () => import("../replay/replay.js"),
  companion: () => import("../companion/companion.js"),
};

/** Pages that the server renders by itself: secret links lead to a plain form. */
const PLAIN = new Set(["seat", "follow"]);

/** Screens that no address has as its first part. */
const UNADDRESSED = new Set(["home", "daily-game"]);

/** What an address names. @param {string} path below this server's root @param {string} query @returns {Route} */
export function routeOf(path, query) {
  const [name = "", id = "", day = ""] = path.split("/").filter(Boolean).map(decoded);
  if (!name) return { name: "home", id: "", query };
  if (name === "daily" && id === "game") return { name: "daily-game", id: day, query };
  const known = Object.hasOwn(SCREENS, name) && !UNADDRESSED.has(name);
  return { name: known ? name : "nowhere", id, query };
}

/** A part of an address in letters; one that is broken, as "100%", as it is. @param {string} part */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Whether the server's own page stays as it is. @param {string} path below this server's root */
export const isPlain = (path) => PLAIN.has(path.split("/").find(Boolean) ?? "");
