// SPDX-License-Identifier: Apache-2.0
// Converts a chart to ECharts' options.

const NARROW = 560;

/** Returns the options of a chart. `where` describes the drawing: { theme, width, range, zoom, rightAxis, slider, tooltip, picture }. */
function optionOf(chart, where) {
  const theme = THEMES[where.theme];
  const narrow = where.width < NARROW;
  return {
    animation: false,
    backgroundColor: where.picture ? theme.surface : "transparent",
    textStyle: { fontFamily: "system-ui, sans-serif", color: theme.text },
    title: {
      show: Boolean(where.picture?.title), text: where.picture?.title ?? "", left: 8, top: 8,
      textStyle: { color: theme.text, fontSize: 16, width: where.width - 24, overflow: "truncate" },
    },
    legend: legend(chart, where, theme),
    grid: {
      left: chart.horizontal ? 12 : narrow ? 48 : 64,
      right: where.rightAxis ? (narrow ? 44 : 60) : (narrow ? 12 : 24),
      top: (where.picture === undefined ? (chart.horizontal ? 8 : 28) : where.picture.title === null ? 56 : 88) + (chart.marks.length > 0 ? 16 : 0),
      bottom: where.slider ? 58 : chart.x.scale === "SECONDS" ? 26 : 44,
      containLabel: chart.horizontal,
    },
    xAxis: xAxis(chart, where, theme),
    yAxis: chart.ys.map((axis, i) => ({ ...yAxis(axis, i, theme, narrow, chart.marks.length > 0), minInterval: isCount(chart, i) ? 1 : undefined })),
    dataZoom: canZoom(chart) ? zooms(where, theme) : [],
    tooltip: where.tooltip === undefined ? { show: false } : {
      trigger: chart.pointwise ? "item" : "axis", confine: true, transitionDuration: 0, formatter: where.tooltip,
      axisPointer: { type: "cross", animation: false, lineStyle: { color: theme.pointer }, crossStyle: { color: theme.pointer } },
      backgroundColor: theme.surface, borderColor: theme.line, textStyle: { color: theme.text, fontSize: 12 },
    },
    series: [...behind(chart, where), ...seriesOf(chart, where)],
  };
}

function canZoom(chart) {
  return chart.x.scale !== "CATEGORY" && !chart.horizontal;
}

/** Returns the legend of a picture. On the page, the legend is HTML, whose buttons can be used with a keyboard. */
function legend(chart, where, theme) {
  const names = new Map(chart.series.map((series) => [series.key, series.name]));
  const lines = new Set(chart.series.filter(({ shape }) => shape === "LINE" || shape === "STEP").map(({ key }) => key));
  return {
    show: where.picture !== undefined, type: "scroll", left: 8, top: where.picture?.title === null ? 0 : 36,
    data: [...names.keys()].map((name) => lines.has(name) ? { name, itemStyle: { opacity: 0 } } : { name }),
    formatter: (key) => names.get(key), textStyle: { color: theme.text }, inactiveColor: theme.line,
  };
}

function xAxis(chart, where, theme) {
  const { x } = chart;
  const category = x.scale === "CATEGORY";
  const types = { SECONDS: "time", LINEAR: "value", LOG: "log", CATEGORY: "category" };
  return {
    type: types[x.scale],
    // indices, because names may be equal
    data: category ? x.categories.map((_, i) => String(i)) : undefined,
    min: category ? undefined : where.range.from,
    max: category ? undefined : where.range.to,
    boundaryGap: category ? true : undefined,
    name: x.scale === "SECONDS" ? "" : named(x),
    nameLocation: "middle",
    nameGap: 26,
    nameTextStyle: { color: theme.faint },
    axisLine: { onZero: false, lineStyle: { color: theme.line } },
    axisTick: { lineStyle: { color: theme.line } },
    axisLabel: {
      color: theme.faint, hideOverlap: true,
      showMinLabel: roundEnd(chart, where.range?.from), showMaxLabel: roundEnd(chart, where.range?.to),
      formatter: (value) => category ? x.categories[value] : x.scale === "SECONDS" ? clock(value) : shortened(value),
    },
    splitLine: { show: !category, lineStyle: { color: theme.line, opacity: 0.6 } },
    minInterval: x.scale === "SECONDS" ? 10 : undefined,
    // labels of times are wide: ten of them would touch on a printed chart
    splitNumber: where.width < NARROW ? 4 : x.scale === "SECONDS" && where.width < 1000 ? 6 : undefined,
    axisPointer: { label: { formatter: ({ value }) => placeOf(x, Number(value)), backgroundColor: theme.pointer } },
  };
}

/** Hides the label of an axis end that is not a round number, because it may overlap the next label. */
function roundEnd(chart, end) {
  const ragged = end !== null && end !== undefined && !Number.isInteger(chart.x.scale === "SECONDS" ? end / 1000 : end);
  return chart.horizontal || ragged ? false : undefined;
}

function yAxis(axis, index, theme, narrow, marked) {
  const logarithmic = axis.scale === "LOG";
  const category = axis.scale === "CATEGORY";
  return {
    type: logarithmic ? "log" : category ? "category" : "value",
    data: category ? axis.categories : undefined,
    name: named(axis),
    nameGap: marked ? 28 : 15,
    nameTextStyle: { color: theme.faint, align: index === 0 ? "left" : "right", padding: index === 0 ? [0, 0, 0, -36] : [0, -36, 0, 0] },
    position: index === 0 ? "left" : "right",
    min: logarithmic && !(axis.min > 0) ? undefined : axis.min ?? undefined,
    max: axis.max ?? undefined,
    axisLine: { show: false },
    axisTick: { show: false },
    axisLabel: {
      color: theme.faint, hideOverlap: !category, interval: category ? 0 : undefined,
      formatter: category ? (name) => inTwoLines(name, narrow ? 22 : 44) : shortened, lineHeight: category ? 12 : undefined,
      fontSize: category ? 11 : undefined, showMinLabel: axis.min < 0 ? false : undefined,
    },
    triggerEvent: category, // chart.js shows the complete name of a shortened category
    splitLine: { show: index === 0, lineStyle: { color: theme.line } },
    // categories are already shown at the axis, and may be longer than the chart is wide
    axisPointer: { label: { show: !category, formatter: ({ value }) => withUnit(value, axis.unit), backgroundColor: theme.pointer } },
  };
}

/** Wraps a name into at most two lines of `most` characters, at a gap if possible. The middle of a longer name is omitted. */
function inTwoLines(name, most) {
  const all = [...name];
  if (all.length <= most) {
    return name;
  }
  const kept = all.length <= 2 * most ? all : [...all.slice(0, most - 1), "…", ...all.slice(all.length - most)];
  const least = Math.max(1, kept.length - most);
  const last = (gap) => kept.findLastIndex((sign, i) => i + 1 >= least && i < most && gap.test(sign)) + 1;
  const at = last(/\s/u) || last(/[._\-/,:…]/u) || most;
  return kept.slice(0, at).join("").trim() + "\n" + kept.slice(at).join("").trim();
}

/** Returns true if all values of an axis are whole numbers without a unit, so that its labels must be whole numbers. */
function isCount({ ys, series }, index) {
  return ys[index].scale === "LINEAR" && ys[index].unit === ""
    && series.every(({ axis, y }) => axis !== index || y.every((value) => value === null || Number.isInteger(value)));
}

function named(axis) {
  return axis.unit === "" || axis.unit === axis.name ? axis.name : axis.name === "" ? axis.unit : `${axis.name} (${axis.unit})`;
}

/** Returns the zoom options. The wheel zooms only with Ctrl, and otherwise scrolls the page. Selection in chart.js handles dragging. */
function zooms(where, theme) {
  const common = { filterMode: "none", xAxisIndex: 0, startValue: where.zoom?.from, endValue: where.zoom?.to };
  const inside = {
    ...common, type: "inside", zoomOnMouseWheel: "ctrl", moveOnMouseMove: false, moveOnMouseWheel: false,
    preventDefaultMouseMove: false,
  };
  const slider = {
    ...common, type: "slider", height: 18, bottom: 6, brushSelect: false, showDetail: false, showDataShadow: false,
    borderColor: theme.line, fillerColor: translucent(theme.palette[0], 0.15), handleStyle: { color: theme.faint },
  };
  return where.slider ? [inside, slider] : [inside];
}

/** Returns a series without points, below all others, that draws bands and marks. */
function behind(chart, where) {
  if (chart.marks.length === 0 && chart.bands.length === 0) {
    return [];
  }
  const theme = THEMES[where.theme];
  const plot = where.width - (where.width < NARROW ? 92 : 124);
  const pixels = plot / (where.range.to - where.range.from || 1);
  let free = -Infinity; // position from which there is room for a name, in pixels
  const marks = [...chart.marks].sort((a, b) => a.x - b.x).map((mark) => {
    const look = markLook(mark.kind, where.theme);
    const name = mark.name.length > 28 ? mark.name.slice(0, 27) + "…" : mark.name;
    // names are above the curves, centred over their lines
    const at = (mark.x - where.range.from) * pixels;
    const half = 3.1 * name.length;
    const align = at < half ? "left" : at + half > plot ? "right" : "center";
    const from = align === "left" ? at : align === "right" ? at - 2 * half : at - half;
    const crowded = from < free;
    free = crowded ? free : from + 2 * half + 8;
    return {
      xAxis: mark.x,
      lineStyle: { color: look.colour, type: look.dash, width: 1.2 },
      label: {
        show: !crowded, formatter: () => name, color: theme.text, fontSize: 11, textBorderColor: theme.surface, textBorderWidth: 3,
        position: "end", rotate: 0, distance: 3, align,
      },
    };
  });
  const areas = chart.bands.map((band) => [
    { xAxis: band.from, itemStyle: { color: bandColour(band.kind, where.theme) } },
    { xAxis: band.to },
  ]);
  return [{
    type: "line", data: [], silent: true, symbol: "none", tooltip: { show: false }, z: 0,
    markLine: { silent: true, symbol: "none", animation: false, data: marks },
    markArea: { silent: true, animation: false, data: areas },
  }];
}

/** Points per pixel above which a noisy line hides everything behind it. */
const DENSE = 0.8;

function isDense({ x }, { range, zoom, width }) {
  const { from, to } = zoom ?? range;
  const seen = x.reduce((count, place) => count + (place >= from && place <= to ? 1 : 0), 0);
  return seen > DENSE * width;
}

function seriesOf(chart, where) {
  const { theme, picture } = where;
  const styles = looks(chart, theme);
  const overHeat = chart.series.some(({ shape }) => shape === "HEAT");
  const stacks = new Map();
  return chart.series.flatMap((series) => {
    const { colour, dash, symbol } = styles.get(series.key);
    const common = { name: series.key, yAxisIndex: series.axis, color: colour, emphasis: { disabled: true } };
    const dense = isDense(series, where);
    const line = {
      ...common, type: "line", showSymbol: false, connectNulls: false, symbolSize: 5, symbol: picture ? "none" : "emptyCircle",
      lineStyle: {
        width: dense ? 0.8 : series.x.length > 600 ? 1 : 1.6, type: dense ? "solid" : dash, color: colour,
        opacity: dense ? overHeat ? 0.4 : 0.75 : 1,
      },
    };
    const onLog = chart.ys[series.axis].scale === "LOG";
    const points = series.x.map((x, k) => [x, onLog && !(series.y[k] > 0) ? null : series.y[k], k]);
    switch (series.shape) {
      case "STEP":
        return [{ ...line, step: "end", data: points }, ...alone(common, points)];
      case "STACKED":
        return [{ ...line, data: stacked(series, stacks), stack: "of axis " + series.axis,
          lineStyle: { width: 1, color: THEMES[theme].surface }, areaStyle: { color: colour, opacity: 0.8 } }];
      case "SCATTER":
        return [{ ...common, type: "scatter", symbol, symbolSize: points.length > 100 ? 5 : 9, itemStyle: { opacity: 0.85 }, data: points.filter((p) => p[1] !== null) }];
      case "SCATTER_LINE":
        return [{ ...line, showSymbol: true, showAllSymbol: true, symbol, symbolSize: 7, data: points }];
      case "BAR":
        return [{ ...common, type: "bar", barMaxWidth: 36, data: points }];
      case "HEAT":
        return [heat(series, common, chart, theme)];
      case "ERROR_BARS":
        return [errorBars(series, common, chart.horizontal)];
      default:
        return [{ ...line, data: points }, ...alone(common, points)];
    }
  });
}

/** Returns a series of the points between two gaps, because lines do not show them. */
function alone(common, points) {
  const between = points.filter((point, i) => point[1] !== null
    && (points[i - 1]?.[1] ?? null) === null && (points[i + 1]?.[1] ?? null) === null);
  return between.length === 0 ? [] : [{ ...common, type: "scatter", symbolSize: 5, data: between }];
}

/** Returns the points at the x values of the axis's first stacked series, because ECharts stacks points by index. */
function stacked(series, stacks) {
  const places = stacks.get(series.axis) ?? series.x;
  stacks.set(series.axis, places);
  if (places === series.x) {
    return places.map((x, i) => [x, series.y[i]]);
  }
  const known = new Map(series.x.map((x, i) => [x, series.y[i]]));
  return places.map((x) => [x, known.get(x) ?? null]);
}

/** Draws all cells as one picture, because tens of thousands of shapes would be slow. */
function heat(series, common, chart, theme) {
  const logarithmic = chart.ys[series.axis].scale === "LOG";
  const { width, height, most } = cellSize(series, logarithmic);
  const low = (y) => logarithmic ? y / Math.sqrt(height) : y - height / 2;
  const high = (y) => logarithmic ? y * Math.sqrt(height) : y + height / 2;
  const cells = series.x
    .map((x, i) => ({ x, y: series.y[i], weight: series.weight[i] }))
    .filter(({ y, weight }) => weight > 0 && y !== null && (!logarithmic || y > 0));
  const ys = cells.map(({ y }) => y);
  const bottom = low(ys.reduce((a, b) => Math.min(a, b), Infinity));
  const top = high(ys.reduce((a, b) => Math.max(a, b), -Infinity));
  return {
    ...common, type: "custom", z: 1, silent: true, clip: true,
    dimensions: ["from", "to", "bottom", "top"], encode: { x: [0, 1], y: [2, 3] },
    data: cells.length === 0 ? [] : [[cells[0].x - width / 2, cells[cells.length - 1].x + width / 2, bottom, top]],
    renderItem: (params, api) => {
      const area = params.coordSys;
      const density = window.devicePixelRatio || 1;
      const picture = document.createElement("canvas");
      picture.width = Math.max(1, Math.round(area.width * density));
      picture.height = Math.max(1, Math.round(area.height * density));
      const pen = picture.getContext("2d");
      pen.scale(density, density);
      for (const { x, y, weight } of cells) {
        const [left, upper] = api.coord([x - width / 2, high(y)]);
        const [right, lower] = api.coord([x + width / 2, low(y)]);
        if (right >= area.x && left <= area.x + area.width) {
          pen.fillStyle = heatColour(weight, most, theme);
          pen.fillRect(left - area.x, upper - area.y, Math.max(1, right - left), Math.max(1, lower - upper));
        }
      }
      return { type: "image", style: { image: picture, x: area.x, y: area.y, width: area.width, height: area.height } };
    },
  };
}

/** Returns the size of a heat map's cells, and the highest weight; see Series.Shape.HEAT. */
function cellSize({ x, y, weight }, logarithmic) {
  const steps = (values, between) => {
    const sorted = [...new Set(values.filter((v) => v !== null))].sort((a, b) => a - b);
    return sorted.slice(1).reduce((least, v, i) => Math.min(least, between(sorted[i], v)), Infinity);
  };
  const width = steps(x, (a, b) => b - a);
  const height = logarithmic ? steps(y.filter((v) => v > 0), (a, b) => b / a) : steps(y, (a, b) => b - a);
  return {
    width: Number.isFinite(width) ? width : 1000,
    height: Number.isFinite(height) ? height : logarithmic ? 1.5 : 1,
    most: weight.reduce((a, b) => Math.max(a, b ?? 0), 0),
  };
}

/** Draws vertical error bars; in a horizontal chart, horizontal ones. */
function errorBars(series, common, horizontal) {
  const points = series.x.map((x, i) => {
    const middle = horizontal ? x : series.y[i];
    return [x, series.y[i], i, middle - series.weight[i], middle + series.weight[i]];
  }).filter(([, y]) => y !== null);
  return {
    ...common, type: "custom", z: 2, clip: true, data: points, dimensions: ["x", "y", "index", "low", "high"],
    encode: horizontal ? { x: [0, 3, 4], y: 1 } : { x: 0, y: [1, 3, 4] },
    renderItem: (params, api) => {
      const place = (dimension) => api.coord(horizontal
        ? [api.value(dimension), api.value(1)]
        : [api.value(0), api.value(dimension)]);
      const [[x1, y1], [x2, y2]] = [place(3), place(4)];
      const style = { stroke: common.color, lineWidth: 1.5, fill: "none" };
      const line = (fromX, fromY, toX, toY) => ({ type: "line", shape: { x1: fromX, y1: fromY, x2: toX, y2: toY }, style });
      const [across, along] = horizontal ? [0, 5] : [5, 0];
      const lines = [line(x1, y1, x2, y2), line(x1 - across, y1 - along, x1 + across, y1 + along), line(x2 - across, y2 - along, x2 + across, y2 + along)];
      return { type: "group", children: lines.filter(({ shape }) => Object.values(shape).every(Number.isFinite)) };
    },
  };
}
