/** The words of the tutorial. They come before the module that imports this is drawn. */

import { needWords } from "../ui/words.js";

needWords("tutorial");
