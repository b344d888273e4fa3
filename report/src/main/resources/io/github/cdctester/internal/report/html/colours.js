// SPDX-License-Identifier: Apache-2.0
// Colours that can be distinguished with any colour vision (after Okabe and Ito), and their dash patterns.

const THEMES = {
  light: {
    text: "#1c2430", faint: "#5b6675", line: "#dfe4ea", surface: "#ffffff", pointer: "#5b6675",
    palette: ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b07d00", "#2f9bd6", "#6b4fa0", "#6c7683", "#c8102e"],
    heat: [[234, 237, 242], [104, 116, 138]],
  },
  dark: {
    text: "#e6eaf0", faint: "#9aa7b6", line: "#2b3542", surface: "#161c24", pointer: "#9aa7b6",
    palette: ["#56b4e9", "#ff8c42", "#2fcf9f", "#e59ac4", "#f0c04a", "#8fd0ff", "#b39ddb", "#a7b1bd", "#ff5c6c"],
    heat: [[31, 39, 50], [126, 141, 163]],
  },
};

/** Index of the colour for the main load, as in the publication. Other series do not use it, because it resembles the second colour. */
const RED = 8;

/** Index of the palette's colour and dashes, by the role of a series. */
const ROLES = {
  p50: [0, "solid"], p95: [4, "dashed"], p99: [1, [9, 2]], max: [7, "dotted"],
  bytes: [0, "solid"], events: [2, "solid"], transactions: [3, "solid"], write: [4, "dashed"],
  main: [RED, "solid"], stress: [7, "solid"], probe: [0, "solid"], behind: [1, "solid"],
  baseline: [7, "dashed"], other: [7, "dotted"],
  grew: [3, "solid"], undelivered: [0, "solid"],
  good: [2, "solid"], bad: [1, "solid"], unsure: [4, "solid"], noise: [7, "solid"], a: [0, "solid"], b: [1, "dashed"],
};

/** Symbols of points by role, so that colour is not the only difference. Other points are circles. */
const SYMBOLS = { bad: "diamond", grew: "triangle", undelivered: "rect", stress: "triangle" };

/** Symbols of lines with points, in order, so that two overlapping lines can be distinguished. */
const JOINED = ["circle", "triangle", "rect", "diamond"];

const DASHES = ["solid", "dashed", "dotted"];

const MARKS = {
  phase: [7, "solid"], action: [6, "dashed"], step: [2, "dotted"], reconnect: [1, "dashed"],
  ddl: [3, "dashed"], fault: [1, "solid"], limit: [4, "dashed"],
};

/** Index of the palette's colour, and opacity, by the kind of a band. */
const BANDS = {
  "flowing": [2, 0.06], "idle": [7, 0.12], "stuck": [4, 0.22], "broken": [1, 0.22],
  "warm-up": [7, 0.10], "drain": [5, 0.12], "phase": [7, 0.05],
};

/** Returns colour, dashes and symbol by key of a chart. Roles come first; other series get the remaining colours, then other dashes. */
function looks(chart, theme) {
  const { palette } = THEMES[theme];
  const taken = new Set();
  const known = new Map();
  for (const { key, role, shape } of chart.series) {
    const look = ROLES[role] ?? null;
    if (shape === "HEAT") {
      known.set(key, [7, "solid"]); // heat maps use greys, which contrast with all colours
    } else if (!known.has(key)) { // series of one role, such as the targets of a probe, must differ
      known.set(key, look === null || taken.has(look.join()) ? null : look);
      taken.add(String(look));
    }
  }
  const colours = new Set([...known.values()].filter((look) => look !== null).map(([colour]) => colour));
  const free = [];
  for (const shift of DASHES.keys()) {
    palette.slice(0, RED).forEach((_, colour) => {
      const dash = DASHES[(colour + shift) % DASHES.length]; // a line below remains visible through the gaps of a dashed line
      if (!taken.has([colour, dash].join())) {
        free.push([colour, dash]);
      }
    });
  }
  free.sort(([a], [b]) => colours.has(a) - colours.has(b)); // stable: other colours first
  const roles = new Map(chart.series.map(({ key, role }) => [key, role]));
  const joined = [...new Set(chart.series.filter(({ shape }) => shape === "SCATTER_LINE").map(({ key }) => key))];
  let next = 0;
  known.forEach((look, key) => {
    const [colour, dash] = look ?? free[next++ % free.length];
    known.set(key, { colour: palette[colour], dash, symbol: SYMBOLS[roles.get(key)] ?? JOINED[Math.max(0, joined.indexOf(key)) % JOINED.length] });
  });
  return known;
}

/** Adds an opacity to a colour. */
function translucent(hex, opacity) {
  const n = parseInt(hex.slice(1), 16);
  return `rgba(${n >> 16}, ${(n >> 8) & 255}, ${n & 255}, ${opacity})`;
}

function bandColour(kind, theme) {
  const [colour, opacity] = BANDS[kind] ?? [7, 0.08];
  return translucent(THEMES[theme].palette[colour], opacity);
}

function markLook(kind, theme) {
  const [colour, dash] = MARKS[kind] ?? [7, "dashed"];
  return { colour: THEMES[theme].palette[colour], dash };
}

/** Returns the colour of a heat map's cell. The scale is logarithmic, so that small counts remain visible next to large ones. */
function heatColour(weight, most, theme) {
  const share = Math.log1p(weight) / Math.log1p(most);
  const [thin, dense] = THEMES[theme].heat;
  return `rgb(${thin.map((from, i) => Math.round(from + share * (dense[i] - from))).join()})`;
}
