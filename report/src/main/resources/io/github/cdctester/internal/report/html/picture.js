// SPDX-License-Identifier: Apache-2.0
// Exports charts as pictures or numbers, and saves the files that are embedded in the page.

const PRINTED_WIDTH = 760;

function printedHeight(chart) {
  return chart.height + 44;
}

/** Returns a data URL of a PNG: the chart in light colours with its legend, the group's zoom, and a title unless it is null. */
function pictureOf(chart, title, { range, zoom, rightAxis }, hidden) {
  const place = document.createElement("div");
  const width = title === null ? PRINTED_WIDTH : 1000; // a narrow picture has larger letters on paper
  const height = title === null ? printedHeight(chart) : chart.height + 76;
  place.style.cssText = `position: absolute; left: -10000px; width: ${width}px; height: ${height}px`;
  document.body.append(place);
  const drawing = echarts.init(place, null, { width, height });
  drawing.setOption(optionOf(chart, { theme: "light", width, range, zoom, rightAxis, picture: { title } }));
  for (const key of hidden) {
    drawing.dispatchAction({ type: "legendUnSelect", name: key });
  }
  const address = drawing.getDataURL({ type: "png", pixelRatio: 2, backgroundColor: "#ffffff" });
  drawing.dispose();
  place.remove();
  return address;
}

/** Returns the numbers of a chart: the column names, and the rows. */
function rowsOf(chart) {
  return chart.horizontal ? rowsOfNames(chart) : rowsOfPlaces(chart);
}

/** Returns a function that adds cells to rows with a common key. A point whose column is filled there gets a row of its own. */
function rowFiller(rows) {
  return (key, column, values) => {
    if (!rows.has(key)) {
      rows.set(key, []);
    }
    const all = rows.get(key);
    let row = all.find((each) => each[column] === undefined);
    if (row === undefined) {
      row = [];
      all.push(row);
    }
    values.forEach((value, i) => { row[column + i] = value; });
  };
}

/** Returns at least one row per x value. */
function rowsOfPlaces(chart) {
  const seconds = chart.x.scale === "SECONDS";
  const names = [seconds ? "second" : named(chart.x)];
  const rows = new Map();
  const fill = rowFiller(rows);
  for (const series of chart.series) {
    const { unit } = chart.ys[series.axis];
    const name = (suffix) => series.name + suffix + (unit === "" ? "" : ` (${unit})`);
    const column = names.length;
    if (series.shape === "HEAT") {
      names.push(series.name);
      const sums = new Map();
      series.x.forEach((x, i) => sums.set(x, (sums.get(x) ?? 0) + series.weight[i]));
      sums.forEach((sum, x) => fill(x, column, [sum]));
    } else if (series.shape === "ERROR_BARS") {
      names.push(name(" from"), name(" to"));
      series.x.forEach((x, i) => fill(x, column, endsOf(series, i, false)));
    } else {
      names.push(name(""));
      series.x.forEach((x, i) => fill(x, column, [series.y[i]]));
    }
  }
  const places = [...rows.keys()].filter((x) => x !== null).sort((a, b) => a - b);
  const first = (x) => seconds ? x / 1000 : chart.x.scale === "CATEGORY" ? placeOf(chart.x, x) : x;
  const line = (x, row) => names.map((_, column) => column === 0 ? first(x) : row[column] ?? null);
  return { names, rows: places.flatMap((x) => rows.get(x).map((row) => line(x, row))) };
}

/** Returns at least one row per name of a horizontal chart, from top to bottom. The name of a series is a result. */
function rowsOfNames(chart) {
  const { categories } = chart.ys[0];
  const names = [named(chart.ys[0]) || "name", named(chart.x), "from", "to", "result"];
  const rows = new Map(); // by index of the name, and series
  const fill = rowFiller(rows);
  for (const series of chart.series) {
    series.y.forEach((y, i) => {
      const key = y + "/" + series.key;
      if (series.shape === "ERROR_BARS") {
        fill(key, 2, endsOf(series, i, true));
      } else {
        fill(key, 1, [series.exact?.[0][i] ?? series.x[i]]);
      }
      rows.get(key).forEach((row) => { [row[0], row[4]] = [y, series.name]; });
    });
  }
  const all = [...rows.values()].flat().sort((a, b) => b[0] - a[0]);
  return { names, rows: all.map((row) => names.map((_, column) => column === 0 ? categories[row[0]] : row[column] ?? null)) };
}

/** Returns the numbers of a chart as CSV (RFC 4180). Texts that look like formulas get a leading blank, so that spreadsheets do not evaluate them. */
function csvOf(chart) {
  const quoted = (value) => {
    const text = value === null ? "" : typeof value === "string" ? value.replace(/^[=+\-@\t\r]/, " $&") : String(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const { names, rows } = rowsOf(chart);
  return [names, ...rows].map((row) => row.map(quoted).join(",") + "\r\n").join("");
}

/** Saves a file with the browser. */
function save(name, address) {
  const link = document.createElement("a");
  link.download = name;
  link.href = address;
  document.body.append(link);
  link.click();
  link.remove();
}

function saveBlob(name, blob) {
  const address = URL.createObjectURL(blob);
  save(name, address);
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Derives a file name from a chart's title. */
function fileName(title, ending) {
  const name = title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "");
  return (name.slice(0, 60) || "chart") + ending;
}

/** Unpacks a file that PackedFile compressed. */
async function unpack(base64) {
  const packed = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).blob();
}

function offerDownloads() {
  document.addEventListener("click", async ({ target }) => {
    const button = target.closest("[data-download]");
    if (button === null) {
      return;
    }
    const { download, name, type } = button.dataset;
    try {
      const file = await unpack(document.getElementById(download).textContent);
      saveBlob(name, new Blob([file], { type }));
    } catch (failure) {
      const notice = document.getElementById("not-unpacked");
      notice.textContent = `This browser cannot unpack ${name} (${failure.message}). A newer one can; the same file was `
        + "written beside the report.";
      notice.hidden = false;
    }
  });
}
