/** The words of a game at the table. They come before the module that imports this is drawn. */

import { needWords } from "../ui/words.js";

needWords("game");
