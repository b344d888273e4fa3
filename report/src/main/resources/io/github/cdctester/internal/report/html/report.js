// SPDX-License-Identifier: Apache-2.0
// The page: its colours, its charts as they come near, printing, files.

const PRINTED_ROWS = 2000;
const LEAST_HEIGHT = 170;

function currentTheme() {
  return document.documentElement.dataset.theme === "dark" ? "dark" : "light";
}

/** Follows the system until the reader says otherwise; that is kept where the browser keeps things for files. */
function chooseColours(changed) {
  const root = document.documentElement;
  const button = document.getElementById("theme");
  const system = matchMedia("(prefers-color-scheme: dark)");
  let chosen = null;
  try {
    chosen = localStorage.getItem("cdc-tester-theme");
  } catch {
    chosen = null; // some browsers keep nothing for files
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
      // as above: it lasts as long as the page
    }
    apply();
  });
  apply();
}

function table({ names, rows }) {
  const shownRows = rows.slice(0, PRINTED_ROWS);
  const element = document.createElement("table");
  const line = (cells, name, parent) => {
    const row = document.createElement("tr");
    cells.forEach((cell) => {
      const item = text(name, typeof cell === "string" ? cell : shown(cell));
      item.className = "number";
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

/** The charts that the page shows. They may be renewed: those that are still there keep what the reader has made of them. */
class ShownCharts {
  constructor() {
    this.places = new Map(); // of each element its chart
    this.drawn = new Map();
    this.groups = new Map();
    this.seen = new Set();
    this.stale = new Set();
    this.near = new IntersectionObserver((entries) => entries.forEach((entry) => this.moved(entry)), { rootMargin: "600px" });
  }

  groupOf(chart) {
    return this.groups.get(groupName(chart));
  }

  /** Takes the place of what was shown before. */
  show(charts) {
    this.group(charts);
    for (const element of [...this.places.keys()].filter((each) => !each.isConnected)) {
      this.forget(element);
    }
    for (const element of document.querySelectorAll("[data-chart]")) {
      const known = this.places.delete(element); // set again, they have the page's order
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

  /** Draws what is on the first screen at once: whoever takes a picture of a page that has loaded does not wait. */
  drawFirst() {
    for (const element of this.places.keys()) {
      const { top, bottom } = element.getBoundingClientRect();
      if (bottom > 0 && top < innerHeight && !this.drawn.has(element)) {
        this.draw(element);
      }
    }
  }

  /** The first chart is as high as the first screen has room for it; rows of a chart that lies need their height. */
  fitFirst() {
    const [element, chart] = [...this.places][0] ?? [];
    const canvas = element?.querySelector(".canvas");
    const top = canvas === undefined || chart.lying ? Infinity : canvas.getBoundingClientRect().top + scrollY;
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

  /** A picture of what the reader sees. */
  picture(element, title) {
    const chart = this.places.get(element);
    return pictureOf(chart, title, this.groupOf(chart), this.drawn.get(element)?.hidden ?? new Set());
  }

  /** Everything of a chart that works before it is drawn. */
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

  /** The numbers of a chart, where they are open. */
  fill(element, justOpened) {
    const numbers = element.querySelector("details");
    const place = numbers.querySelector(".scroll");
    if (numbers.open && !(justOpened && place.childElementCount > 0)) {
      place.replaceChildren(table(rowsOf(this.places.get(element))));
    } else if (!numbers.open) {
      place.replaceChildren(); // or they would be those of an earlier second
    }
  }
}

/** Charts of one name share cursor and zoom; one without stands alone. */
function groupName(chart) {
  return chart.group === null ? "alone " + chart.id : "with " + chart.group;
}

/** On paper charts are pictures in light colours, of what is seen on the screen. */
function printable(charts) {
  const folded = [];
  const lay = () => {
    folded.push(...document.querySelectorAll(".doubts details:not([open])"));
    folded.forEach((details) => { details.open = true; });
    for (const [element, chart] of charts.places) {
      const picture = document.createElement("img");
      picture.alt = chart.title;
      picture.src = charts.picture(element, null); // its title stands above it
      picture.style.aspectRatio = `${PRINTED_WIDTH} / ${printedHeight(chart)}`; // pages are broken before it is decoded
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

/** ECharts is packed, like the files: a page of an hour is a third smaller. */
async function load() {
  const script = document.createElement("script");
  script.textContent = await (await unpack(document.getElementById("engine").textContent)).text();
  document.head.append(script);
}

/** The page counts as loaded when its first charts are drawn, and not while they are unpacked: an open frame makes it wait. */
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
