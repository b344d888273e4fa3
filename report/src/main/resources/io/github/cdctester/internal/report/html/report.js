// SPDX-License-Identifier: Apache-2.0
// Starts the page: theme, charts that are drawn when they come near the visible area, printing, and files.

const PRINTED_ROWS = 2000;
const LEAST_HEIGHT = 170;

function currentTheme() {
  return document.documentElement.dataset.theme === "dark" ? "dark" : "light";
}

/** Uses the system's theme until the reader chooses another. The choice is stored if the browser has storage for files. */
function chooseColours(changed) {
  const root = document.documentElement;
  const button = document.getElementById("theme");
  const system = matchMedia("(prefers-color-scheme: dark)");
  let chosen = null;
  try {
    chosen = localStorage.getItem("cdc-tester-theme");
  } catch {
    chosen = null; // some browsers have no storage for files
  }
  const apply = () => {
    root.dataset.theme = chosen ?? (system.matches ? "dark" : "light");
    button.textContent = currentTheme() === "dark" ? "Light" : "Dark";
    changed();
  };
  system.addEventListener("change", apply);
  button.addEventListener("click", () => {
    chosen = currentTheme() === "dark" ? "light" : "dark";
    try {
      localStorage.setItem("cdc-tester-theme", chosen);
    } catch {
      // no storage: the choice is lost when the page is closed
    }
    apply();
  });
  apply();
}

function table({ names, rows }) {
  const shownRows = rows.slice(0, PRINTED_ROWS);
  const long = names.map((_, column) => shownRows.some(({ [column]: cell }) => typeof cell === "string" && cell.length > 20));
  const element = document.createElement("table");
  const line = (cells, name, parent) => {
    const row = document.createElement("tr");
    cells.forEach((cell, column) => {
      const item = text(name, typeof cell === "string" ? cell : shown(cell));
      item.className = long[column] ? "" : "number"; // numbers are not wrapped
      row.append(item);
    });
    parent.append(row);
  };
  const head = element.createTHead();
  line(names, "th", head);
  const body = element.createTBody();
  shownRows.forEach((row) => line(row, "td", body));
  if (rows.length > shownRows.length) {
    element.createCaption().textContent = `The first ${shownRows.length} of ${rows.length} rows; CSV has all.`;
  }
  return element;
}

/** The charts of the page. After an update, remaining charts keep their zoom, cursor and hidden series. */
class ShownCharts {
  constructor() {
    this.places = new Map(); // charts by element, in the page's order
    this.drawn = new Map();
    this.groups = new Map();
    this.seen = new Set();
    this.stale = new Set();
    this.near = new IntersectionObserver((entries) => entries.forEach((entry) => this.moved(entry)), { rootMargin: "600px" });
  }

  groupOf(chart) {
    return this.groups.get(groupName(chart));
  }

  /** Replaces the charts with those of a new revision. */
  show(charts) {
    this.group(charts);
    for (const element of [...this.places.keys()].filter((each) => !each.isConnected)) {
      this.forget(element);
    }
    for (const element of document.querySelectorAll("[data-chart]")) {
      const known = this.places.delete(element); // deleted and set again, so that the map has the page's order
      this.places.set(element, charts[element.dataset.chart]);
      if (!known) {
        this.equip(element);
        this.near.observe(element);
      } else if (this.drawn.has(element)) {
        this.stale.add(element);
      }
      this.fill(element, false);
    }
    this.stale.forEach((element) => this.seen.has(element) && this.draw(element));
  }

  group(charts) {
    const names = new Set(charts.map(groupName));
    for (const name of names) {
      const own = charts.filter((chart) => groupName(chart) === name);
      const known = this.groups.get(name);
      if (known === undefined) {
        this.groups.set(name, new Group(own));
      } else {
        known.renew(own);
      }
    }
    [...this.groups.keys()].filter((name) => !names.has(name)).forEach((name) => this.groups.delete(name));
  }

  forget(element) {
    this.near.unobserve(element);
    this.drawn.get(element)?.dispose();
    [this.drawn, this.places, this.seen, this.stale].forEach((all) => all.delete(element));
  }

  /** Draws the charts on the first screen immediately, because screenshot tools do not wait after the page has loaded. */
  drawFirst() {
    for (const element of this.places.keys()) {
      const { top, bottom } = element.getBoundingClientRect();
      if (bottom > 0 && top < innerHeight && !this.drawn.has(element)) {
        this.draw(element);
      }
    }
  }

  /** Limits the height of the first chart to the first screen. Horizontal charts keep their height, because each row needs it. */
  fitFirst() {
    const [element, chart] = [...this.places][0] ?? [];
    const canvas = element?.querySelector(".canvas");
    const top = canvas === undefined || chart.horizontal ? Infinity : canvas.getBoundingClientRect().top + scrollY;
    if (top < innerHeight) {
      canvas.style.maxHeight = `max(${LEAST_HEIGHT}px, calc(100vh - ${Math.round(top) + 8}px))`;
    }
  }

  moved({ isIntersecting, target }) {
    if (!isIntersecting || !this.places.has(target)) {
      this.seen.delete(target);
      return;
    }
    this.seen.add(target);
    if (!this.drawn.has(target) || this.stale.has(target)) {
      this.draw(target);
    }
  }

  draw(element) {
    const chart = this.places.get(element);
    this.stale.delete(element);
    if (this.drawn.has(element)) {
      this.drawn.get(element).renew(chart);
    } else {
      this.drawn.set(element, new DrawnChart(element, chart, this.groupOf(chart)));
    }
  }

  recolour() {
    this.drawn.forEach((chart) => chart.recolour());
  }

  /** Returns a picture with the current zoom and visible series. */
  picture(element, title) {
    const chart = this.places.get(element);
    return pictureOf(chart, title, this.groupOf(chart), this.drawn.get(element)?.hidden ?? new Set());
  }

  /** Adds the handlers of a chart's buttons, which work before the chart is drawn. */
  equip(element) {
    const chart = () => this.places.get(element);
    const tools = {
      png: () => save(fileName(chart().title, ".png"), this.picture(element, chart().title)),
      csv: () => saveBlob(fileName(chart().title, ".csv"), new Blob([csvOf(chart())], { type: "text/csv" })),
      reset: () => this.groupOf(chart()).show(null),
    };
    for (const button of element.querySelectorAll("[data-tool]")) {
      button.addEventListener("click", tools[button.dataset.tool]);
    }
    element.querySelector("details").addEventListener("toggle", () => this.fill(element, true));
  }

  /** Fills the table of a chart's numbers while it is open, and empties it when it is closed. */
  fill(element, justOpened) {
    const numbers = element.querySelector("details");
    const place = numbers.querySelector(".scroll");
    if (numbers.open && !(justOpened && place.childElementCount > 0)) {
      place.replaceChildren(table(rowsOf(this.places.get(element))));
    } else if (!numbers.open) {
      place.replaceChildren(); // they would be outdated after the next update
    }
  }
}

/** Returns the name of the group whose charts share cursor and zoom. A chart without a group has its own. */
function groupName(chart) {
  return chart.group === null ? "alone " + chart.id : "with " + chart.group;
}

/** Prepares printing: replaces charts with pictures in light colours, and unfolds warnings. */
function printable(charts) {
  const folded = [];
  const lay = () => {
    folded.push(...document.querySelectorAll(".doubts details:not([open])"));
    folded.forEach((details) => { details.open = true; });
    for (const [element, chart] of charts.places) {
      const picture = document.createElement("img");
      picture.alt = chart.title;
      picture.src = charts.picture(element, null); // the title is above the picture
      picture.style.aspectRatio = `${PRINTED_WIDTH} / ${printedHeight(chart)}`; // the browser divides pages before it decodes the picture
      element.querySelector(".for-print").replaceChildren(picture);
    }
  };
  const clear = () => {
    folded.splice(0).forEach((details) => { details.open = false; });
    charts.places.forEach((_, element) => element.querySelector(".for-print").replaceChildren());
  };
  const media = matchMedia("print");
  media.addEventListener("change", () => media.matches ? lay() : clear());
  window.addEventListener("beforeprint", lay);
  window.addEventListener("afterprint", clear);
}

const shownCharts = new ShownCharts();

function start() {
  chooseColours(() => shownCharts.recolour());
  shownCharts.show(readCharts(document.getElementById("charts").textContent));
  shownCharts.fitFirst();
  shownCharts.drawFirst();
  printable(shownCharts);
  offerDownloads();
}

/** Unpacks and runs ECharts. Packing makes the page of an hour's run a third smaller. */
async function load() {
  const script = document.createElement("script");
  script.textContent = await (await unpack(document.getElementById("engine").textContent)).text();
  document.head.append(script);
}

/** Delays the page's load event with an open frame until the first charts are drawn. Returns a function that ends the delay. */
function holdLoading() {
  const frame = document.createElement("iframe");
  frame.hidden = true;
  document.body.append(frame);
  frame.contentDocument?.open();
  return () => {
    frame.contentDocument?.close();
    frame.remove();
  };
}

const release = holdLoading();
const started = load().then(start).finally(release);
started.catch((failure) => {
  const notice = document.getElementById("unable");
  notice.append(` (${failure.message})`);
  notice.hidden = false;
  throw failure;
});
