/** The first case, before it begins: what it teaches, and the button; whoever has begun goes on where they were. */

import { ask } from "../ui/api.js";
import { lessons, updateLesson } from "./lesson_state.js";
import { html, nothing } from "../vendor/lit-html.js";
import { foot, head } from "../ui/page_frame.js";
import { url } from "../ui/url.js";
import { t } from "../ui/words.js";
import "../words/tutorial.js";
import { fan } from "../board/home_art.js";

/** @import {Lesson, Route} from "../types/types.js" */

/** @param {Route} _route @param {AbortSignal} signal */
export async function enter(_route, signal) {
  updateLesson({ lesson: null, read: [] });
  updateLesson({ lesson: /** @type {Lesson} */ (await ask("/api/lessons/first", { signal })) });
}

export function draw() {
  const begun = lessons.lesson?.table;
  return html`${head()}
    <main class="first" id="page" tabindex="-1">
      <h1>${t("first.title")}</h1>
      <p class="lead">${t("first.lead")}</p>
      ${fan}
      <div class="start-row">
        <form method="post" action=${url("/first")}>
          <button class="primary big">${t(begun ? "first.go on" : "first.begin")}</button>
        </form>
        ${begun
          ? html`<form method="post" action=${url("/first")}>
              <button class="quiet" name="again" value="1">${t("first.again")}</button>
            </form>`
          : nothing}
      </div>
      <h2>${t("first.learn")}</h2>
      <ol class="lessons">
        ${lessons.lesson?.teaches.map((name) => html`<li>${t(`first.teaches ${name}`)}</li>`)}
      </ol>
    </main>
    ${foot()}`;
}
