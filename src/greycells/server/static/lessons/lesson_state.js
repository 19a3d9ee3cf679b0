/** The lesson that is being given, and what has been said of it. */

import { createStore } from "../ui/store.js";

/** @import {Beat, Lesson} from "../types/types.js" */

export const { state: lessons, update: updateLesson } = createStore({
  lesson: /** @type {Lesson | null} */ (null),
  read: /** @type {Beat[]} */ ([]),
  /** The visit to a table for which the lesson was asked for. @type {AbortSignal | null} */
  asked: null,
});
