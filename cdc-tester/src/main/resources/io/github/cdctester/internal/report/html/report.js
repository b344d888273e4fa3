// SPDX-License-Identifier: Apache-2.0
// The page: its colours, its charts as they come near, printing, files.

const PRINTED_ROWS = 2000;

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

/** Everything of a chart that works before it is drawn. */
function equip(element, chart, group, picture) {
  const tools = {
    png: () => save(fileName(chart.title, ".png"), picture()),
    csv: () => saveBlob(fileName(chart.title, ".csv"), new Blob([csvOf(chart)], { type: "text/csv" })),
    reset: () => group.show(null),
  };
  for (const button of element.querySelectorAll("[data-tool]")) {
    button.addEventListener("click", tools[button.dataset.tool]);
  }
  const numbers = element.querySelector("details");
  numbers.addEventListener("toggle", () => {
    const place = numbers.querySelector(".scroll");
    if (numbers.open && place.childElementCount === 0) {
      place.append(table(rowsOf(chart)));
    }
  });
}

function groupsOf(charts) {
  const groups = new Map();
  for (const name of new Set(charts.map((chart) => chart.group).filter((group) => group !== null))) {
    const group = new Group(charts.filter((chart) => chart.group === name));
    charts.filter((chart) => chart.group === name).forEach((chart) => groups.set(chart, group));
  }
  charts.filter((chart) => chart.group === null).forEach((chart) => groups.set(chart, new Group([chart])));
  return groups;
}

/** On paper charts are pictures in light colours, of what is seen on the screen. */
function printable(places, pictureIn) {
  const lay = () => {
    for (const [element, chart] of places) {
      const picture = document.createElement("img");
      picture.alt = chart.title;
      picture.src = pictureIn(element, null); // its title stands above it
      element.querySelector(".for-print").replaceChildren(picture);
    }
  };
  const clear = () => places.forEach((_, element) => element.querySelector(".for-print").replaceChildren());
  const media = matchMedia("print");
  media.addEventListener("change", () => media.matches ? lay() : clear());
  window.addEventListener("beforeprint", lay);
  window.addEventListener("afterprint", clear);
}

function start() {
  const charts = readCharts(document.getElementById("charts").textContent);
  const groups = groupsOf(charts);
  const places = new Map([...document.querySelectorAll("[data-chart]")].map((element) => [element, charts[element.dataset.chart]]));
  const drawn = new Map();
  const draw = (element) => {
    if (!drawn.has(element)) {
      const chart = places.get(element);
      drawn.set(element, new DrawnChart(element, chart, groups.get(chart)));
    }
  };
  const pictureIn = (element, title) => {
    const chart = places.get(element);
    return pictureOf(chart, title, groups.get(chart), drawn.get(element)?.hidden ?? new Set());
  };
  chooseColours(() => drawn.forEach((chart) => chart.recolour()));
  places.forEach((chart, element) => equip(element, chart, groups.get(chart), () => pictureIn(element, chart.title)));
  const near = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (isIntersecting) {
        near.unobserve(target);
        draw(target);
      }
    }
  }, { rootMargin: "600px" });
  places.forEach((_, element) => near.observe(element));
  printable(places, pictureIn);
  offerDownloads();
}

/** ECharts is packed, like the files: a page of an hour is a third smaller. */
async function load() {
  const script = document.createElement("script");
  script.textContent = await (await unpack(document.getElementById("engine").textContent)).text();
  document.head.append(script);
}

load().then(start).catch((failure) => {
  const notice = document.getElementById("unable");
  notice.append(` (${failure.message})`);
  notice.hidden = false;
  throw failure;
});
