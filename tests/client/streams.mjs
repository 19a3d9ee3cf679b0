/** Whole games as a seat and a spectator were sent them by a real server (`record_streams.py`), for each edition. */

import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";

/** The messages of each viewer, in order. @type {Record<string, {seat: object[][], spectator: object[][]}>} */
export const streams = JSON.parse(brotliDecompressSync(readFileSync(new URL("streams.json.br", import.meta.url))));
