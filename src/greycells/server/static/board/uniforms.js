/** What the detectives wear: layers of their portraits. */

import { COAT, COLLAR, LAPELS, SHIRT } from "./suspect_faces.js";

/** @typedef {[string, string][]} Layers */

/** What a uniform is made of, from the outside in. @type {Layers} */
export const TUNIC = [
  ["night", COAT],
  ["dim", COLLAR],
  ["steel", "M30 53a1 1 0 1 1-.01 0M30 57.4a1 1 0 1 1-.01 0M24.6 47a.8.8 0 1 1-.01 0M35.4 47a.8.8 0 1 1-.01 0"],
];
/** @type {Layers} */
export const SUIT = [
  ["own", COAT],
  ["white", SHIRT],
  ["dim", LAPELS],
];
export const TIE = "M28.4 50H31.6L30.8 52.6 33 61H27L29.2 52.6Z";
export const STAR = "M30 7.4 31.6 10.8 35.2 11.2 32.6 13.8 33.2 17.4 30 15.6 26.8 17.4 27.4 13.8 24.8 11.2 28.4 10.8Z";

/** The tall helmet of a constable on the beat. @type {Layers} */
export const HELMET = [
  ["night", "M18.4 20.6C16.6-1.6 43.4-1.6 41.6 20.6Z"],
  ["dim", "M34 6C40 8 42 13 41.6 20.6H36.6C38 14 37.4 9 34 6Z"],
  ["steel", "M28.6 3.8V1.4H31.4V3.8Z"],
  ["night", "M14.6 22C19 17.4 41 17.4 45.4 22 41 25 35 22.8 30 22.8S19 25 14.6 22Z"],
  ["steel", STAR],
  ["line", "M18.4 18.4Q30 15.8 41.6 18.4"],
];
/** The cap of a sergeant, with a peak of polished leather. @type {(badge: string) => Layers} */
export const cap = (badge) => [
  ["night", "M16.4 16C11 7 24 4 30 4S49 7 43.6 16Z"],
  ["soot", "M17.6 15.6Q30 13.4 42.4 15.6V20.4Q30 18.4 17.6 20.4Z"],
  ["soot", "M17.8 20.2Q30 18.2 42.2 20.2 44 23.2 41 24.8 34 21.6 26 21.6 21 23.2 19 24.8 16 23.2 17.8 20.2Z"],
  [badge, "M30 7.6 33 9V12.4Q32.4 14.4 30 15.6 27.6 14.4 27 12.4V9Z"],
  ["gloss", "M21 22.8Q24 21.4 27 21.2"],
];
/** The hat of a policewoman. @type {Layers} */
export const ROUND_HAT = [
  ["night", "M18.4 18.6C17 4.6 43 4.6 41.6 18.6Z"],
  ["soot", "M18.4 15Q30 12 41.6 15V19Q30 16.4 18.4 19Z"],
  ["night", "M11.6 19.6C16 16.2 44 16.2 48.4 19.6 45 23.4 37 21.4 30 21.4S15 23.4 11.6 19.6Z"],
  ["steel", "M30 9.4 32.6 10.6V13.4Q32 15 30 16 28 15 27.4 13.4V10.6Z"],
];
export const CHEVRON = "M5.6 56 10.6 59.4 15.6 53.8";
export const CHEVRONS = "M5.6 56 10.6 59.4 15.6 53.8M6.4 53 10.6 55.8 14.8 51M7.2 50.2 10.6 52.4 14 48.4";
export const SMILE = "M26.6 36.6Q30 39.4 33.4 36.6";
export const BROWS = "M23 23.8Q25.6 22.2 28.4 23.6M31.6 23.6Q34.4 22.2 37 23.8";
export const LIPS = "M27 36.8Q28.8 35.2 30 36.2 31.2 35.2 33 36.8 30 39.2 27 36.8Z";
