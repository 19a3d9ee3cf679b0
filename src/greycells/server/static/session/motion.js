/** How much moves at the table: nothing while a game is skipped to its end. */

import { motion } from "../ui/settings.js";
import { game } from "./game_state.js";

export const motionAtTable = () => (game.table?.skip === "on" ? "none" : motion());
