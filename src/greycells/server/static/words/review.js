/** The words of replays and reviews. They come before the module that imports this is drawn. */

import { needWords } from "../ui/words.js";

needWords("review");
