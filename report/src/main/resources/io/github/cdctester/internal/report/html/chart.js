// SPDX-License-Identifier: Apache-2.0
// Draws a chart on the page, with legend, cursor and zoom.

/** Charts that share cursor and zoom. `range` is their complete range; `zoom` is the visible part { from, to }, or null for all. */
class Group {
  constructor(charts) {
    this.renew(charts);
    this.zoom = null;
    this.drawn = [];
  }

  /** Replaces the charts with those of a new revision. The zoom is kept. */
  renew(charts) {
    this.range = rangeOf(charts);
    this.rightAxis = charts.some((chart) => chart.ys.length > 1);
    this.last = charts[charts.length - 1];
  }

  /** Sets the zoom of all charts, and of charts that are drawn later. */
  show(zoom) {
    const { from, to } = this.range;
    const least = (to - from) / 10_000;
    if (zoom !== null) {
      const begin = Math.max(from, Math.min(zoom.from, zoom.to));
      const end = Math.min(to, Math.max(zoom.from, zoom.to));
      if (end - begin < least) {
        return;
      }
      zoom = end - begin > (to - from) * 0.999 ? null : { from: begin, to: end };
    }
    this.zoom = zoom;
    this.drawn.forEach((chart) => chart.follow());
  }

  /** Moves the cursors of all other charts to x, or hides them if x is null. echarts.connect misses some charts. */
  point(source, x) {
    this.drawn.filter((chart) => chart !== source).forEach((chart) => chart.mirror(x));
  }

  /** Zooms around a position, or around the middle. A factor below 1 zooms in. */
  zoomBy(factor, around) {
    const { from, to } = this.zoom ?? this.range;
    const middle = around ?? (from + to) / 2;
    this.show({ from: middle - (middle - from) * factor, to: middle + (to - middle) * factor });
  }
}

class DrawnChart {
  constructor(element, chart, group) {
    this.element = element;
    this.chart = chart;
    this.group = group;
    this.hidden = new Set();
    this.cursor = null;
    this.following = false;
    this.mirroring = false;
    this.mirrored = null;
    this.canvas = element.querySelector(".canvas");
    this.engine = echarts.init(this.canvas);
    group.drawn.push(this);
    this.draw();
    this.makeLegend();
    this.engine.on("datazoom", () => this.zoomed());
    this.engine.on("updateAxisPointer", ({ axesInfo }) => this.pointed(axesInfo));
    ["mouseover", "click"].forEach((name) => this.engine.on(name, { componentType: "yAxis" }, ({ value }) => this.named(value)));
    this.canvas.addEventListener("keydown", (event) => this.pressed(event));
    new Selection(this);
    this.size = new ResizeObserver(() => this.fit());
    this.size.observe(this.canvas);
  }

  /** Shows a new revision of the chart. Hidden series, cursor and zoom are kept. */
  renew(chart) {
    this.chart = chart;
    if (this.form !== this.formNow()) {
      this.draw();
    } else {
      this.dense = this.denseLines();
      this.engine.setOption(optionOf(chart, this.where()), { replaceMerge: ["series"] });
      this.follow();
    }
    if (this.legendNames !== this.namesNow()) {
      this.makeLegend();
    }
  }

  /** Releases a chart that is no longer on the page. */
  dispose() {
    this.size.disconnect();
    this.group.drawn = this.group.drawn.filter((chart) => chart !== this);
    this.engine.dispose();
  }

  /** Returns the properties whose change requires a complete redraw. */
  formNow() {
    const { rightAxis, slider } = this.where();
    return JSON.stringify([rightAxis, slider, this.chart.x.categories, this.chart.ys, this.chart.pointwise, canZoom(this.chart)]);
  }

  namesNow() {
    return JSON.stringify([
      this.chart.series.map(({ key, name, role, shape }) => [key, name, role, shape]), this.chart.bands.map(({ kind }) => kind),
    ]);
  }

  where() {
    return {
      theme: currentTheme(), width: this.canvas.clientWidth, range: this.group.range, zoom: this.group.zoom,
      rightAxis: this.group.rightAxis, slider: this.group.last === this.chart && this.chart.x.scale === "SECONDS",
      tooltip: (params) => this.tooltip(params),
    };
  }

  draw() {
    this.narrow = this.canvas.clientWidth < NARROW;
    this.dense = this.denseLines();
    this.form = this.formNow();
    this.engine.setOption(optionOf(this.chart, this.where()), true);
    this.hidden.forEach((key) => this.engine.dispatchAction({ type: "legendUnSelect", name: key }));
    this.follow();
  }

  /** Returns which lines are drawn thin, because they have many points in the visible range. */
  denseLines() {
    const where = this.where();
    return this.chart.series.map((series) => isDense(series, where)).join();
  }

  /** Redraws the chart after a change of the theme. */
  recolour() {
    this.draw();
    this.makeLegend();
  }

  fit() {
    this.engine.resize();
    if (this.narrow !== this.canvas.clientWidth < NARROW || this.dense !== this.denseLines()) {
      this.draw();
    }
  }

  /** Applies the zoom of the group. */
  follow() {
    const { zoom, range } = this.group;
    this.element.querySelector("[data-tool=reset]").hidden = zoom === null;
    if (!canZoom(this.chart)) {
      return;
    }
    const { from, to } = zoom ?? range;
    this.following = true;
    if (this.dense !== this.denseLines()) {
      this.dense = this.denseLines();
      this.engine.setOption({ series: optionOf(this.chart, this.where()).series });
    }
    const zooms = this.engine.getOption().dataZoom.length;
    for (let dataZoomIndex = 0; dataZoomIndex < zooms; dataZoomIndex++) {
      this.engine.dispatchAction({ type: "dataZoom", dataZoomIndex, startValue: from, endValue: to });
    }
    this.engine.setOption({ yAxis: this.chart.ys.map((axis, i) => ({ max: axis.max ?? (zoom === null ? null : this.highest(i, zoom)) })) });
    this.following = false;
  }

  /** Applies a zoom by wheel or slider to the group. */
  zoomed() {
    if (!this.following) {
      const { startValue, endValue, start, end } = this.engine.getOption().dataZoom.find((each) => this.isMoved(each))
        ?? this.engine.getOption().dataZoom[0];
      const { from, to } = this.group.range;
      const begin = startValue ?? from + (to - from) * start / 100;
      const finish = endValue ?? from + (to - from) * end / 100;
      this.group.show({ from: begin, to: finish });
    }
  }

  isMoved({ startValue, endValue }) {
    const { from, to } = this.group.zoom ?? this.group.range;
    return startValue !== from || endValue !== to;
  }

  /** Returns the maximum of a y axis for a part of the range; null if ECharts should choose it. */
  highest(index, { from, to }) {
    const { scale } = this.chart.ys[index];
    const own = this.chart.series.filter((series) => series.axis === index && !this.hidden.has(series.key));
    if (scale !== "LINEAR" || own.some((series) => series.shape === "HEAT")) {
      return null;
    }
    const sums = new Map();
    let most = 0;
    for (const { shape, x, y, weight } of own) {
      const first = Math.max(0, lastUpTo(x, from)); // the line or step from this point reaches into the range
      for (let i = first; i < x.length && x[i] <= to; i++) {
        const value = y[i] + (shape === "ERROR_BARS" ? weight[i] : 0) + (shape === "STACKED" ? sums.get(x[i]) ?? 0 : 0);
        if (y[i] < 0) {
          return null;
        }
        if (shape === "STACKED") {
          sums.set(x[i], value);
        }
        most = Math.max(most, value);
      }
    }
    if (most === 0) {
      return null;
    }
    const power = 10 ** Math.floor(Math.log10(most));
    return [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].find((step) => step * power >= most * 1.02) * power || 12 * power;
  }

  makeLegend() {
    this.legendNames = this.namesNow();
    const list = this.element.querySelector(".legend");
    list.replaceChildren();
    const styles = looks(this.chart, currentTheme());
    for (const [key, look] of styles) {
      const same = this.chart.series.filter((series) => series.key === key);
      const button = document.createElement("button");
      button.type = "button";
      button.setAttribute("aria-pressed", String(!this.hidden.has(key)));
      button.title = "Show or hide";
      button.append(swatch(same[same.length - 1].shape, look), text("span", same[0].name));
      button.addEventListener("click", () => {
        const hide = !this.hidden.delete(key);
        if (hide) {
          this.hidden.add(key);
        }
        button.setAttribute("aria-pressed", String(!hide));
        this.engine.dispatchAction({ type: hide ? "legendUnSelect" : "legendSelect", name: key });
        this.follow();
      });
      entry(list, button);
    }
    for (const [kind, name] of new Map(this.chart.bands.map((band) => [band.kind, band.kind === "phase" ? "phase" : band.kind]))) {
      const key = text("span", name);
      key.className = "band";
      const colour = document.createElement("i");
      colour.style.background = bandColour(kind, currentTheme());
      key.prepend(colour);
      entry(list, key);
    }
  }

  /** Returns an element with the values at the cursor. Names are inserted as text, never as markup. */
  tooltip(params) {
    const first = Array.isArray(params) ? params[0] : params;
    const box = document.createElement("div");
    box.className = "tooltip";
    if (first === undefined) {
      return box;
    }
    // ECharts moves the cursor to the nearest point, but the cursor of another chart may be between two points
    const x = Number(this.chart.pointwise ? first.value[0] : this.mirrored ?? first.axisValue);
    box.append(text("strong", placeOf(this.chart.x, x)));
    const styles = looks(this.chart, currentTheme());
    for (const { series, value, label } of this.chart.pointwise ? [this.valueOfPoint(first)] : this.valuesAt(x)) {
      const row = document.createElement("div");
      row.append(swatch(series.shape, styles.get(series.key)), text("span", series.name), text("b", value));
      box.append(row);
      if (label !== "" && (this.chart.pointwise || label.length <= 24)) {
        box.append(text("em", label)); // long labels of several series would hide the chart
      }
    }
    for (const name of this.eventsAt(x)) {
      box.append(text("em", name));
    }
    return box;
  }

  /** Shows the tooltip of a row's first point, which contains the complete name. */
  named(name) {
    const row = this.chart.ys[0].categories?.indexOf(name) ?? -1;
    const { series } = this.engine.getOption();
    const seriesIndex = series.findIndex(({ type, data }) => type === "scatter" && data.some((point) => point[1] === row));
    if (row >= 0 && seriesIndex >= 0) {
      this.engine.dispatchAction({ type: "showTip", seriesIndex, dataIndex: series[seriesIndex].data.findIndex((point) => point[1] === row) });
    }
  }

  /** Passes a moved or hidden cursor on to the group. */
  pointed(axesInfo) {
    if (!this.mirroring) {
      const x = axesInfo?.find(({ axisDim }) => axisDim === "x");
      this.cursor = x === undefined ? null : Number(x.value);
      this.mirrored = null;
      this.group.point(this, this.cursor);
    }
  }

  /** Shows the cursor of another chart. */
  mirror(x) {
    this.mirroring = true;
    this.mirrored = x;
    if (x === null) {
      this.engine.dispatchAction({ type: "updateAxisPointer", currTrigger: "leave" });
      this.engine.dispatchAction({ type: "hideTip" });
    } else {
      this.engine.dispatchAction({
        type: "updateAxisPointer", currTrigger: "mousemove", x: this.pixelOf(x), y: this.canvas.clientHeight / 2,
        axesInfo: [{ axisDim: "x", axisIndex: 0, value: x }],
      });
    }
    this.cursor = x;
    this.mirroring = false;
  }

  pixelOf(x) {
    return this.engine.convertToPixel({ xAxisIndex: 0 }, this.chart.x.scale === "CATEGORY" ? String(Math.round(x)) : x);
  }

  /** Returns the value of a point of ECharts, whose third number is the index in its series. */
  valueOfPoint({ seriesName, value }) {
    const series = this.chart.series.find(({ key, x }) => key === seriesName && x[value[2]] === value[0]);
    const found = this.valueOf(series, value[2]);
    const row = this.chart.ys[series.axis].categories?.[value[1]];
    return row === undefined || found.value === row ? found : { ...found, label: [row, found.label].filter((text) => text !== "").join(": ") };
  }

  /** Returns the nearest value of each visible series, if it is close to x. Error bars precede their line. */
  valuesAt(x) {
    const { from, to } = this.group.zoom ?? this.group.range;
    const values = new Map();
    this.chart.series.forEach((series) => {
      const at = series.shape === "STEP" ? lastUpTo(series.x, x) : nearest(series.x, x);
      const category = this.chart.x.scale === "CATEGORY";
      if (at < 0 || this.hidden.has(series.key)
        || (series.shape !== "STEP" && Math.abs(series.x[at] - x) > (category ? 0.5 : (to - from) / 50))) {
        return;
      }
      const found = this.valueOf(series, at);
      const bars = values.get(series.key);
      if (bars?.series.shape === "ERROR_BARS") {
        found.value += ` (${bars.reach})`;
      }
      values.set(series.key, found);
    });
    return [...values.values()];
  }

  valueOf(series, at) {
    const label = series.labels?.[at] ?? "";
    if (series.shape === "HEAT") {
      const sum = series.weight.reduce((all, weight, i) => series.x[i] === series.x[at] ? all + weight : all, 0);
      return { series, label, value: shown(sum) + " in all" };
    }
    const axis = this.chart.ys[series.axis];
    const number = axis.scale === "CATEGORY" ? axis.categories[series.y[at]] : withUnit(series.y[at], axis.unit);
    if (series.shape !== "ERROR_BARS") {
      return { series, label, value: number };
    }
    const reach = endsOf(series, at, this.chart.horizontal).map(shown).join(" to ");
    return { series, label, value: reach, reach };
  }

  eventsAt(x) {
    const { from, to } = this.group.zoom ?? this.group.range;
    const near = (to - from) / 100;
    return [
      ...this.chart.bands.filter((band) => band.from <= x && x <= band.to).map((band) => band.name),
      ...this.chart.marks.filter((mark) => Math.abs(mark.x - x) <= near).map((mark) => `${mark.name} at ${placeOf(this.chart.x, mark.x)}`),
    ].slice(0, 12);
  }

  /** Moves the cursor to x, and announces the values there to screen readers. */
  point(x) {
    this.mirrored = null;
    if (!this.chart.pointwise) {
      this.engine.dispatchAction({ type: "showTip", x: this.pixelOf(x), y: this.canvas.clientHeight / 2 });
    }
    this.cursor = x;
    const values = this.valuesAt(x).map(({ series, value }) => `${series.name} ${value}`);
    document.getElementById("cursor").textContent = [placeOf(this.chart.x, x), ...values, ...this.eventsAt(x)].join(", ");
  }

  pressed(event) {
    const { from, to } = this.group.zoom ?? this.group.range;
    const places = [...new Set(this.chart.series.flatMap((series) => series.x))]
      .filter((x) => x !== null && x >= from && x <= to).sort((a, b) => a - b);
    const step = event.shiftKey ? Math.max(1, Math.round(places.length / 20)) : 1;
    const move = (by) => {
      const at = this.cursor === null ? (by > 0 ? -1 : places.length) : nearest(places, this.cursor);
      this.point(places[Math.min(places.length - 1, Math.max(0, at + by))]);
    };
    const keys = {
      ArrowRight: () => move(step),
      ArrowLeft: () => move(-step),
      Home: () => this.point(places[0]),
      End: () => this.point(places[places.length - 1]),
      "+": () => this.group.zoomBy(0.5, this.cursor),
      "=": () => this.group.zoomBy(0.5, this.cursor),
      "-": () => this.group.zoomBy(2, this.cursor),
      0: () => this.group.show(null),
      Escape: () => {
        this.mirror(null);
        this.group.point(this, null);
      },
    };
    if (keys[event.key] !== undefined && places.length > 0 && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      keys[event.key]();
    }
  }
}

/** Zooms to a range that is selected with the mouse; a double click shows the complete range. */
class Selection {
  constructor(drawn) {
    const { canvas, engine, group } = drawn;
    if (!canZoom(drawn.chart)) {
      return;
    }
    const box = document.createElement("div");
    box.className = "selection";
    let begin = null;
    canvas.addEventListener("pointerdown", (event) => {
      const { offsetX, offsetY } = event;
      if (event.pointerType === "mouse" && event.button === 0 && engine.containPixel("grid", [offsetX, offsetY])) {
        begin = offsetX;
      }
    });
    const left = () => canvas.getBoundingClientRect().left;
    canvas.addEventListener("pointermove", ({ clientX }) => {
      const x = clientX - left();
      if (begin !== null && Math.abs(x - begin) > 5) {
        canvas.append(box);
        box.style.left = Math.min(begin, x) + "px";
        box.style.width = Math.abs(x - begin) + "px";
      }
    });
    window.addEventListener("pointerup", ({ clientX }) => {
      if (begin !== null && box.isConnected) {
        const [from, to] = [begin, clientX - left()].map((x) => engine.convertFromPixel({ xAxisIndex: 0 }, x));
        box.remove();
        group.show({ from, to });
      }
      begin = null;
    });
    canvas.addEventListener("dblclick", () => group.show(null));
  }
}

function text(name, content) {
  const element = document.createElement(name);
  element.textContent = content;
  element.dir = "auto";
  return element;
}

function entry(list, content) {
  const item = document.createElement("li");
  item.append(content);
  list.append(item);
}

/** Returns a small picture of a series's line or symbol for the legend. */
function swatch(shape, { colour, dash, symbol }) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const add = (name, attributes) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    Object.entries(attributes).forEach(([key, value]) => element.setAttribute(key, value));
    svg.append(element);
  };
  svg.setAttribute("width", "22");
  svg.setAttribute("height", "10");
  svg.setAttribute("aria-hidden", "true");
  if (shape === "LINE" || shape === "STEP" || shape === "SCATTER_LINE") {
    const dashes = { solid: "", dashed: "5 3", dotted: "2 2" }[dash] ?? dash.join(" ");
    add("line", { x1: 1, y1: 5, x2: 21, y2: 5, stroke: colour, "stroke-width": 2, "stroke-dasharray": dashes });
  }
  if (shape === "SCATTER" || shape === "SCATTER_LINE" || shape === "ERROR_BARS") {
    const corners = { diamond: "11,0 16,5 11,10 6,5", triangle: "11,0 16,10 6,10", rect: "7,1 15,1 15,9 7,9" }[symbol];
    add(corners ? "polygon" : "circle", corners ? { points: corners, fill: colour } : { cx: 11, cy: 5, r: 3, fill: colour });
  }
  if (shape === "STACKED" || shape === "BAR") {
    add("rect", { x: 5, y: 0, width: 12, height: 10, rx: 2, fill: colour });
  }
  if (shape === "HEAT") {
    [0.1, 0.5, 1].forEach((share, i) => add("rect", { x: 1 + 7 * i, y: 1, width: 6, height: 8, fill: heatColour(Math.expm1(share * 3), Math.expm1(3), currentTheme()) }));
  }
  return svg;
}
