/** The words of the daily case, puzzles, shared cases and challenges. They come before the module that imports this is drawn. */

import { needWords } from "../ui/words.js";

needWords("puzzles");
