/** The words of the daily case, puzzles, shared cases and challenges. They come before the module that imports this is drawn. */

import { needWords } from "../words.js";

needWords("puzzles");
