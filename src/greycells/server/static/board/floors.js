/** The floors that are more than a colour, and the light that falls on them: drawn once for every board and card. */

import { html, render } from "../vendor/lit-html.js";

const place = document.createElement("div");
place.className = "visually-hidden";
place.setAttribute("aria-hidden", "true");
document.body.append(place);
render(
  html`<svg width="1" height="1">
    <defs>
      <radialGradient id="glow">
        <stop class="stop-warm" offset="0"></stop>
        <stop class="stop-none" offset="1"></stop>
      </radialGradient>
      <radialGradient id="dusk" r=".72">
        <stop class="stop-clear" offset=".55"></stop>
        <stop class="stop-dim" offset="1"></stop>
      </radialGradient>
      <pattern id="wood" width="22" height="9" patternUnits="userSpaceOnUse">
        <path class="tone" d="M0 0H13V3H0ZM8 3H22V6H8ZM0 6H6V9H0Z"></path>
        <path d="M0 3H22M0 6H22M0 9H22M13 0V3M8 3V6M6 6V9M17 6V9"></path>
      </pattern>
      <pattern id="parquet" width="8" height="8" patternUnits="userSpaceOnUse">
        <path class="tone" d="M0 0H4V4H0ZM4 4H8V8H4Z"></path>
        <path d="M0 1.3H4M0 2.7H4M5.3 0V4M6.7 0V4M1.3 4V8M2.7 4V8M4 5.3H8M4 6.7H8M0 0H8V8H0ZM4 0V8M0 4H8"></path>
      </pattern>
      <pattern id="tiles" width="6" height="6" patternUnits="userSpaceOnUse">
        <path d="M0 6H6V0"></path>
        <path
          class="tint"
          d="M-1.2 0 0-1.2 1.2 0 0 1.2ZM4.8 6 6 4.8 7.2 6 6 7.2ZM-1.2 6 0 4.8 1.2 6 0 7.2ZM4.8 0 6-1.2 7.2 0 6 1.2Z"
        ></path>
      </pattern>
      <pattern id="chequer" width="10" height="10" patternUnits="userSpaceOnUse">
        <path class="solid" d="M0 0H5V5H0ZM5 5H10V10H5Z"></path>
        <path d="M6 1q2 1 3 3M1 8q1-1 3-1"></path>
      </pattern>
      <pattern id="carpet" width="8" height="8" patternUnits="userSpaceOnUse">
        <path d="M4 0 8 4 4 8 0 4Z"></path>
        <path class="tone" d="M4 2.4 5.6 4 4 5.6 2.4 4Z"></path>
        <path d="M0-1 1 0 0 1-1 0ZM8-1 9 0 8 1 7 0ZM0 7 1 8 0 9-1 8ZM8 7 9 8 8 9 7 8Z"></path>
      </pattern>
      <pattern id="stone" width="18" height="14" patternUnits="userSpaceOnUse">
        <path class="tone" d="M0 0H7V6H0ZM11 6H18V14H11Z"></path>
        <path
          d="M0 0H18M7 0V9M0 6H7M7 4H13V0M13 4V10M13 6H18M0 11H7M4 6V11M7 9H13M11 9V14M7 9V14M13 10H18M0 14H18"
        ></path>
      </pattern>
      <pattern id="grass" width="13" height="11" patternUnits="userSpaceOnUse">
        <path d="M2 4 2.6 2M3 4 3 2.2M8 9 8.8 7M9.2 9 9 7.2M11 3.6 11.6 1.8M5 10 5.4 8.4"></path>
        <path class="daisy" d="M6 3h.01M1.4 8.4h.01M11.6 6.6h.01"></path>
      </pattern>
      <pattern id="hedge" width="9" height="8" patternUnits="userSpaceOnUse">
        <path d="M1 3q1-2 2 0 1-2 2 0M5 7q1-2 2 0 1-2 2 0M7 2.4q.8-1.4 1.6 0M.6 6.4q.8-1.4 1.6 0"></path>
      </pattern>
    </defs>
  </svg>`,
  place,
);
