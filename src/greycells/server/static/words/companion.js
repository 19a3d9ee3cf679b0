/** The words of the companion. They come before the module that imports this is drawn. */

import { needWords } from "../words.js";

needWords("companion");
