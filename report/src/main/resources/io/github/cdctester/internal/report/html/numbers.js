// SPDX-License-Identifier: Apache-2.0
// Formats numbers and times, and reads the charts that ChartData wrote into the page.

/** Formats a number with three or four significant digits; "–" if it is missing. */
function shown(value) {
  if (value === null || value === undefined || Number.isNaN(value)) {
    return "–";
  }
  const size = Math.abs(value);
  if (size !== 0 && (size < 0.001 || size >= 1e15)) {
    return value.toExponential(2);
  }
  const digits = Number.isInteger(value) || size >= 1000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : 3;
  return value.toLocaleString("en-US", { maximumFractionDigits: digits });
}

/** Formats a number with its unit. */
function withUnit(value, unit) {
  return unit === "" || value === null ? shown(value) : shown(value) + (unit === "%" ? " %" : " " + unit);
}

/** Formats a number for an axis, such as 20k or 1.5M. */
function shortened(value) {
  const size = Math.abs(value);
  for (const [power, letter] of [[1e12, "T"], [1e9, "G"], [1e6, "M"], [1e3, "k"]]) {
    if (size >= power && (power > 1e3 || size >= 1e4)) {
      return Number((value / power).toPrecision(4)) + letter;
    }
  }
  return size !== 0 && size < 1e-4 ? value.toExponential(0) : String(Number(value.toPrecision(4)));
}

/** Formats a time of the run, in milliseconds, as 1:05 or 2:00:05, with a fraction of a second if it is not 0. */
function clock(millis) {
  const sign = millis < 0 ? "−" : "";
  const seconds = Math.round(Math.abs(millis) / 10) / 100;
  const whole = Math.floor(seconds);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  const two = (n) => String(n).padStart(2, "0");
  const parts = seconds - whole >= 0.01 ? (seconds - whole).toFixed(2).replace(/^0/, "").replace(/0$/, "") : "";
  return sign + (hours > 0 ? hours + ":" + two(minutes) : minutes) + ":" + two(whole % 60) + parts;
}

/** Returns the text of a position on an x axis. */
function placeOf(axis, x) {
  switch (axis.scale) {
    case "SECONDS":
      return clock(x);
    case "CATEGORY":
      return axis.categories[Math.round(x)] ?? "";
    default:
      return withUnit(x, axis.unit);
  }
}

/**
 * Reads the charts. Seconds of x axes become milliseconds for ECharts' time axis, and evenly spaced x values become lists. A chart is
 * horizontal if its y axis has names. In a pointwise chart, the cursor is at a point, not at an x value.
 */
function readCharts(text) {
  const { charts, xs } = JSON.parse(text);
  const lists = xs.map((x) => Array.isArray(x) ? x : Array.from({ length: x.count }, (_, i) => x.from + i * x.step));
  for (const chart of charts) {
    const factor = chart.x.scale === "SECONDS" ? 1000 : 1;
    const scaled = (x) => x === null ? null : x * factor;
    chart.x.min = scaled(chart.x.min);
    chart.x.max = scaled(chart.x.max);
    chart.series.forEach((series) => {
      // error bars and the line through them share name and role, and thus a key; names alone may be equal
      const first = chart.series.findIndex(({ name, role }) => name === series.name && role === series.role);
      series.key = chart.id + "/" + first;
      series.x = lists[series.x].map(scaled);
    });
    chart.horizontal = chart.ys[0].scale === "CATEGORY";
    chart.pointwise = chart.horizontal || chart.series.some(({ x }) => x.some((place, i) => i > 0 && place < x[i - 1]));
    chart.marks = chart.marks.filter((mark) => mark.x !== null);
    chart.marks.forEach((mark) => { mark.x = scaled(mark.x); });
    chart.bands = chart.bands.filter((band) => band.from !== null && band.to !== null);
    chart.bands.forEach((band) => { band.from = scaled(band.from); band.to = scaled(band.to); });
  }
  return charts;
}

/** Returns the ends of an error bar, which may be drawn shorter. */
function endsOf({ x, y, weight, exact }, at, horizontal) {
  const middle = horizontal ? x[at] : y[at];
  return exact === undefined ? [middle - weight[at], middle + weight[at]] : [exact[0][at], exact[1][at]];
}

/** Returns the range of the x axis of a chart, or of all charts of a group. */
function rangeOf(charts) {
  let from = Infinity;
  let to = -Infinity;
  for (const { x, series } of charts) {
    for (const { x: places } of series) {
      for (const place of places) {
        if (place !== null && (x.scale !== "LOG" || place > 0)) {
          from = Math.min(from, place);
          to = Math.max(to, place);
        }
      }
    }
  }
  if (from === to) { // a single point has no width
    const reach = charts[0].x.scale === "SECONDS" ? 1000 : Math.abs(from) / 10 || 1;
    from -= reach;
    to += reach;
  } else if (charts[0].x.scale === "LINEAR") { // keeps points off the axes
    const room = (to - from) / 50;
    from -= room;
    to += room;
  } else if (charts[0].x.scale === "LOG") {
    from /= 1.1;
    to *= 1.1;
  }
  const least = charts.map(({ x }) => x.min).filter((min) => min !== null);
  const most = charts.map(({ x }) => x.max).filter((max) => max !== null);
  return { from: least.length > 0 ? Math.min(...least) : from, to: most.length > 0 ? Math.max(...most) : to };
}

/** Returns the index of the last position up to x; -1 if all positions are past it. */
function lastUpTo(places, x) {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (places[middle] <= x) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low - 1;
}

/** Returns the index of the position nearest to x; -1 if there are no positions. */
function nearest(places, x) {
  const left = lastUpTo(places, x);
  if (left < 0 || left + 1 >= places.length) {
    return Math.min(Math.max(left, 0), places.length - 1);
  }
  return x - places[left] <= places[left + 1] - x ? left : left + 1;
}
