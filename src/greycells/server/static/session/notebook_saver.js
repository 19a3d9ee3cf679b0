/** The pages of one chair on their way to the server: a mark stays unsaved until the server has it, wherever the page goes meanwhile. */

import { isTransient } from "../ui/retries_model.js";
import { BLANK, withUnsaved } from "./notebook_model.js";

/** @import {Notebook} from "../types/types.js" */

/**
 * How pages are read and written, and who is told of them and of a refusal. Pages that are written while the page is being left
 * have to outlive it. Whatever is thrown has the HTTP status of the refusal, 0 without a connection.
 * @typedef {{
 *   read: () => Promise<Notebook>, write: (pages: Notebook, leaving: boolean) => Promise<void>,
 *   show: (notebook: Notebook) => void, report: (problem: unknown) => void,
 * }} Desk
 */

/** Milliseconds without a mark after which they are saved; and before it is tried again. */
const PAUSE = 350;
const RETRY_DELAY = 2000;
/** The answer to a version that another device has written first. */
export const CONFLICT = 409;

/** @param {unknown} problem */
const statusOf = (problem) => /** @type {{status?: number}} */ (problem).status ?? NaN;

export class NotebookSaver {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    /** The pages as they are shown. @type {Notebook | null} */
    this.notebook = null;
    /** The pages as the server has them. @type {Notebook | null} */
    this.saved = null;
    this.sending = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  get isUnsaved() {
    const { notebook, saved } = this;
    if (!notebook || !saved) return false;
    return notebook.marks !== saved.marks || notebook.notes !== saved.notes || notebook.undo !== saved.undo;
  }

  /** Fetch the pages; marks that the server doesn't have yet are written on them. */
  async load() {
    try {
      const pages = { ...BLANK, ...(await this.desk.read()) };
      const { notebook, saved } = this;
      this.saved = pages;
      this.#show(notebook && saved ? withUnsaved(pages, saved, notebook) : pages);
      if (this.isUnsaved) this.#saveIn(PAUSE);
    } catch (problem) {
      if (isTransient(statusOf(problem))) this.#again(() => this.load());
      else this.desk.report(problem);
    }
  }

  /** @param {(notebook: Notebook) => Notebook} write */
  change(write) {
    if (!this.notebook) return;
    const notebook = write(this.notebook);
    if (notebook === this.notebook) return;
    this.#show(notebook);
    this.#saveIn(PAUSE);
  }

  /** Save now what isn't saved yet: the page is being left. Whether what is on its way will come is not known by then. */
  leave() {
    const { notebook } = this;
    if (!this.sending) return void this.save(true);
    if (!notebook || !this.isUnsaved) return;
    for (const version of [notebook.version, notebook.version + 1])
      this.desk.write({ ...notebook, version }, true).catch(() => undefined);
  }

  /** Save now what isn't saved yet. @param {boolean} [leaving] */
  async save(leaving = false) {
    clearTimeout(this.timer);
    const { notebook } = this;
    if (!notebook || this.sending) return;
    if (!this.saved) return this.load();
    if (!this.isUnsaved) return;
    // The next version is taken at once: the table's own word that it was written may come before the answer does.
    const sent = { ...notebook, version: notebook.version + 1 };
    this.#show(sent);
    this.sending = true;
    try {
      await this.desk.write(sent, leaving);
      if (this.saved.version < sent.version) this.saved = sent;
      if (this.isUnsaved) this.#saveIn(PAUSE);
    } catch (problem) {
      await this.#afterRefusal(problem, notebook.version);
    } finally {
      this.sending = false;
    }
  }

  /** @param {unknown} problem @param {number} version the one before the refused one */
  async #afterRefusal(problem, version) {
    const status = statusOf(problem);
    if (isTransient(status)) {
      if (this.notebook?.version === version + 1) this.#show({ ...this.notebook, version });
      return this.#again(() => this.save());
    }
    // Only of pages that another device has changed are one's own marks still wanted.
    if (status !== CONFLICT) {
      this.desk.report(problem);
      this.saved = null;
    }
    // Without `saved` the server's pages are taken as they are.
    await this.load();
  }

  /** @param {Notebook} notebook */
  #show(notebook) {
    this.notebook = notebook;
    this.desk.show(notebook);
  }

  /** @param {number} delay */
  #saveIn(delay) {
    this.#in(delay, () => this.save());
  }

  /** @param {() => Promise<void>} attempt */
  #again(attempt) {
    this.#in(RETRY_DELAY, attempt);
  }

  /** @param {number} delay @param {() => Promise<void>} attempt */
  #in(delay, attempt) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void attempt(), delay);
  }
}
