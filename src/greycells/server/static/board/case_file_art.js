/** The case file. */

import { svg } from "../vendor/lit-html.js";

/** The envelope that holds the truth. */
export const caseFile = svg`<rect class="under" x="-12" y="-7.6" width="27" height="18" rx="1"></rect><rect x="-13.5" y="-9" width="27" height="18" rx="1"></rect>
  <path class="crease" d="M-13.5 8.6-3.4-.6M13.5 8.6 3.4-.6"></path><path class="flap" d="M-13.5-9 0 3.4 13.5-9Z"></path><path class="cord" d="M-13.5 1.6H13.5"></path>
  <path class="wax" d="M-.2-2.2C2-2.8 4.2-1 3.8 1.2 4.4 3.4 2.6 5.4.4 5 -1.8 5.8-4 4-3.8 1.8-4.4-.2-2.4-2.4-.2-2.2Z"></path><path class="stamp" d="M-1 .4a1 1 0 1 1 2 0q0 .7-.5 1L.9 3.2H-.9L-.5 1.4Q-1 1.1-1 .4Z"></path>`;
