// Hills, grass, and stars: drawn once, colored by the stylesheet, hidden from screen readers.
import { raw, type Html } from "../html.ts";

/** The sky over the home page: clouds by day, stars by night. */
export const CLOUDS: Html = raw(
  '<svg class="clouds" viewBox="0 0 1440 700" preserveAspectRatio="xMaxYMin slice" aria-hidden="true" focusable="false"><g class="stars"><circle cx="1020" cy="110" r="2.8"/><circle cx="880" cy="150" r="1.7"/><circle cx="1085" cy="160" r="1.7"/><circle cx="1196" cy="92" r="2.8"/><circle cx="1290" cy="240" r="1.7"/><circle cx="960" cy="300" r="1.7"/><circle cx="830" cy="96" r="2.8"/><circle cx="1120" cy="300" r="1.7"/><circle cx="1395" cy="120" r="1.7"/><circle cx="1400" cy="300" r="2.8"/><circle cx="1240" cy="150" r="1.7"/><circle cx="780" cy="330" r="1.7"/><circle cx="1336" cy="96" r="2.8"/><circle cx="915" cy="230" r="1.7"/></g><path class="cloud" transform="translate(1010 200) scale(0.82)" d="M-78 22a22 22 0 0 1 4-43 34 34 0 0 1 60-14 28 28 0 0 1 48 10 24 24 0 0 1 40 20 16 16 0 0 1-4 27Z"/><path class="cloud" transform="translate(1330 150) scale(0.62)" d="M-78 22a22 22 0 0 1 4-43 34 34 0 0 1 60-14 28 28 0 0 1 48 10 24 24 0 0 1 40 20 16 16 0 0 1-4 27Z"/></svg>',
);

/** Hills, trees, and the sun or moon. */
export const SCENERY: Html = raw(
  '<svg class="scenery" viewBox="0 0 1440 480" preserveAspectRatio="xMaxYMax slice" aria-hidden="true" focusable="false"><g class="sun"><circle class="sun__halo" cx="1196" cy="374" r="190"/><circle class="sun__halo" cx="1196" cy="374" r="136"/><circle class="sun__disc" cx="1196" cy="374" r="88"/></g><path class="hill-far" d="M0 410C170 330 330 350 520 384 700 416 830 300 1010 296 1170 292 1300 352 1440 322V480H0Z"/><g class="pine" transform="translate(1318 348) scale(0.62)"><rect class="tree__trunk" x="-3" y="-4" width="6" height="22" rx="2"/><path d="M0-92 22-56H12L30-28H16L38 0H-38L-16-28H-30L-12-56H-22Z"/></g><path class="hill-mid" d="M0 440C200 376 420 440 640 436 860 432 960 372 1180 380 1320 386 1390 416 1440 410V480H0Z"/><g class="tree" transform="translate(1090 394) scale(0.8)"><rect class="tree__trunk" x="-4" y="-6" width="8" height="34" rx="3"/><path class="tree__top" d="M0-74C26-74 40-52 36-30 32-10 16-2 0-2S-32-10-36-30C-40-52-26-74 0-74Z"/></g><g class="tree" transform="translate(1148 394) scale(0.54)"><rect class="tree__trunk" x="-4" y="-6" width="8" height="34" rx="3"/><path class="tree__top" d="M0-74C26-74 40-52 36-30 32-10 16-2 0-2S-32-10-36-30C-40-52-26-74 0-74Z"/></g><g class="tree" transform="translate(1392 416) scale(0.9)"><rect class="tree__trunk" x="-4" y="-6" width="8" height="34" rx="3"/><path class="tree__top" d="M0-74C26-74 40-52 36-30 32-10 16-2 0-2S-32-10-36-30C-40-52-26-74 0-74Z"/></g><g class="tree" transform="translate(1336 410) scale(0.5)"><rect class="tree__trunk" x="-4" y="-6" width="8" height="34" rx="3"/><path class="tree__top" d="M0-74C26-74 40-52 36-30 32-10 16-2 0-2S-32-10-36-30C-40-52-26-74 0-74Z"/></g></svg>',
);

/** The edge of the hill under the dens. */
export const CREST: Html = raw(
  '<svg class="crest" viewBox="0 0 1440 120" preserveAspectRatio="none" aria-hidden="true" focusable="false"><path d="M0 78C150 30 330 18 520 46 700 72 860 92 1040 56 1200 24 1340 30 1440 66V121H0Z"/></svg>',
);

/** The upper edge of the home page's section of graves. */
export const CREST_DUSK: Html = raw(
  '<svg class="crest crest--dusk" viewBox="0 0 1440 120" preserveAspectRatio="none" aria-hidden="true" focusable="false"><path d="M0 0H1440V70C1300 30 1130 20 930 52 720 86 520 96 330 62 190 38 80 44 0 72Z"/></svg>',
);

/** The lower edge of a spread. */
export const CREST_UP: Html = raw(
  '<svg class="crest crest--up" viewBox="0 0 1440 120" preserveAspectRatio="none" aria-hidden="true" focusable="false"><path d="M0 86C180 40 420 30 660 58 900 86 1160 88 1440 44V121H0Z"/></svg>',
);

/** The hills behind the graveyard. */
export const CREST_YARD: Html = raw(
  '<svg class="crest crest--yard" viewBox="0 0 1440 120" preserveAspectRatio="none" aria-hidden="true" focusable="false"><path class="crest__far" d="M0 60C200 20 380 66 600 50 820 34 960 8 1160 26 1300 38 1390 62 1440 54V121H0Z"/><path d="M0 96C180 66 420 62 660 82 900 102 1160 96 1440 68V121H0Z"/></svg>',
);

/** A strip of grass as wide as the page. A page has at most one, because its pattern has an id. */
export const GRASS: Html = raw(
  '<svg class="grass" width="100%" height="34" aria-hidden="true" focusable="false"><defs><pattern id="grass" width="240" height="60" patternUnits="userSpaceOnUse"><path class="grass__blades" d="M0 34V24Q3.4 22 6.5 14.4Q6.2 21 10 24Q14.1 22 13.9 16.1Q17.4 21 22 24Q26.1 22 27.1 11.4Q29.4 21 34 24Q37.1 22 39.0 15.3Q39.6 21 43 24Q46.7 22 50.5 8.6Q49.8 21 54 24Q57.7 22 62.1 15.4Q60.8 21 65 24Q68.7 22 69.1 8.4Q71.8 21 76 24Q79.7 22 83.8 14.5Q82.8 21 87 24Q90.7 22 93.3 17.0Q93.8 21 98 24Q102.1 22 102.5 11.9Q105.4 21 110 24Q114.1 22 118.7 14.6Q117.4 21 122 24Q126.4 22 126.0 7.9Q130.1 21 135 24Q138.7 22 142.9 11.1Q141.8 21 146 24Q150.4 22 152.3 15.7Q154.1 21 159 24Q162.7 22 162.9 12.8Q165.8 21 170 24Q173.7 22 177.4 14.9Q176.8 21 181 24Q184.1 22 186.4 17.4Q186.6 21 190 24Q193.7 22 196.6 11.8Q196.8 21 201 24Q204.7 22 207.7 16.3Q207.8 21 212 24Q215.1 22 215.1 13.0Q217.6 21 221 24Q225.1 22 226.5 14.7Q228.4 21 233 24Q235.4 22 237.1 14.2Q237.3 21 240 24V34Z"/></pattern></defs><rect width="100%" height="34" fill="url(#grass)"/></svg>',
);

/** Grass at the foot of a gravestone. */
export const TUFT: Html = raw(
  '<svg class="tuft" viewBox="0 0 300 30" preserveAspectRatio="none" aria-hidden="true" focusable="false"><path d="M0 30C3 20 3 12 0 4 8 10 11 18 12 24 14 14 18 8 25 3 21 12 21 20 22 25 26 18 30 15 37 13 31 19 30 25 30 30ZM244 30C246 22 244 14 240 8 248 12 252 19 253 24 254 13 259 6 266 1 262 11 262 19 264 24 267 15 273 10 282 8 275 15 273 22 273 30ZM108 30C110 25 109 20 106 15 112 18 115 22 116 26 118 20 122 16 128 14 124 20 123 25 124 30Z"/></svg>',
);

/** Moss on old gravestones. */
export const MOSS: Html = raw(
  '<svg class="stone__moss" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true" focusable="false"><path d="M0 100V70c2.4-1.2 4 .4 3.2 2.6 2.4-.2 3 2 1.6 3.4 2 1 1.600 3-.4 3.800 1.800 1 1.800 2.600.6 3.600 2.800-.8 4.400 1 3.600 3.200 2.800-.8 4.800.8 4.200 3 3-.9 5 .5 4.800 2.500 2.600-1 5.200.2 5.200 2.200 2.600-.8 4.600.2 4.800 2 3-.9 5.200.1 5.400 1.900 1.900.1 3 .8 3.400 1.800ZM100 100H81c.2-1.500 2-2.200 3.600-1.500 0-1.800 2.200-2.600 3.800-1.700-.2-2 2-3 3.600-2-.4-2 1.600-3.200 3.200-2.200-.6-2 .8-3.400 2.400-2.600-.4-1.600.8-2.800 2.400-2.400Z"/></svg>',
);

/** The wall of the hall. */
export const ARCADE: Html = raw(
  '<svg class="arcade" width="100%" height="100%" aria-hidden="true" focusable="false"><defs><pattern id="arc" width="116" height="170" patternUnits="userSpaceOnUse"><path d="M14 170V62a44 44 0 0 1 88 0v108Z"/></pattern></defs><rect width="100%" height="170" y="0" fill="url(#arc)"/></svg>',
);
