/** What this page knows of the table that it is at. */

import { createStore } from "../ui/store.js";
import { emptyGame } from "./game_model.js";

export const { state: game, update: updateGame } = createStore(emptyGame());
