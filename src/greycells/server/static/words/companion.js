/** The words of the companion. They come before the module that imports this is drawn. */

import { needWords } from "../ui/words.js";

needWords("companion");
