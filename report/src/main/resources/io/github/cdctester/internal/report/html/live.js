// SPDX-License-Identifier: Apache-2.0
// Updates the page while a run is active (--ui): fetches each new revision, and changes only the elements that differ.

const LIVE = document.getElementById("live");
const AGAIN_MILLIS = 2000;

/** Elements that only the page's own scripts change. */
const OWN = new Set(["unable", "not-unpacked"]);

function tell(state, words) {
  LIVE.dataset.state = state;
  const place = LIVE.querySelector(".words");
  if (place.textContent !== words) {
    place.textContent = words;
  }
}

/** Returns keys that identify an element's children across revisions: the id, or the kind and the position among nodes of that kind. */
function keysOf(element) {
  const counts = new Map();
  return [...element.childNodes].map((node) => {
    if (node.id) {
      return "#" + node.id;
    }
    const kind = node.nodeName + (node.nodeType === Node.ELEMENT_NODE ? "." + (node.getAttribute("class") ?? "") : "");
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    return kind + " " + counts.get(kind);
  });
}

/** Makes an element equal to another. Equal parts are not replaced, so that focus, selection, scroll positions and zoom are kept. */
function become(element, wanted) {
  if (OWN.has(element.id)) {
    return;
  }
  [...element.attributes].filter(({ name }) => !wanted.hasAttribute(name) && name !== "open").forEach(({ name }) => element.removeAttribute(name));
  for (const { name, value } of wanted.attributes) {
    if (element.getAttribute(name) !== value) {
      element.setAttribute(name, value);
    }
  }
  if (element.classList.contains("drawn")) {
    return; // the chart manages its content
  }
  const children = [...element.childNodes];
  const known = new Map(keysOf(element).map((key, i) => [key, children[i]]));
  const keys = keysOf(wanted);
  let next = element.firstChild;
  [...wanted.childNodes].forEach((child, i) => {
    const same = known.get(keys[i]);
    if (same === undefined) {
      element.insertBefore(document.importNode(child, true), next);
      return;
    }
    known.delete(keys[i]);
    if (same === next) {
      next = next.nextSibling;
    } else {
      element.insertBefore(same, next);
    }
    if (same.nodeType === Node.ELEMENT_NODE) {
      become(same, child);
    } else if (same.data !== child.data) {
      same.data = child.data;
    }
  });
  known.forEach((node) => node.remove());
}

/** Replaces the content of this page. */
function turnInto(text) {
  const wanted = new DOMParser().parseFromString(text, "text/html");
  document.title = wanted.title;
  become(document.querySelector("main"), wanted.querySelector("main"));
  become(document.querySelector("footer"), wanted.querySelector("footer"));
  document.querySelectorAll("script[id^=packed-]").forEach((script) => script.remove());
  wanted.querySelectorAll("script[id^=packed-]").forEach((script) => document.body.append(document.importNode(script, true)));
  shownCharts.show(readCharts(wanted.getElementById("charts").textContent));
}

class LivePage {
  constructor() {
    this.shown = 0;
    this.wanted = 0;
    this.fetching = false;
    this.over = false;
    document.addEventListener("visibilitychange", () => this.renew());
    this.listen();
  }

  listen() {
    this.events = new EventSource("events");
    const on = (name, action) => this.events.addEventListener(name, ({ data }) => action(JSON.parse(data)));
    on("run", ({ id }) => this.begin(id));
    on("page", ({ revision }) => {
      this.wanted = revision;
      this.renew();
    });
    on("ended", (end) => this.end(end));
    on("failed", ({ message }) => this.stop("failed", message));
    this.events.addEventListener("error", () => this.lost());
  }

  begin(id) {
    if (id !== LIVE.dataset.run) {
      location.reload(); // another command now uses this page's address
    }
    tell("live", "live");
  }

  lost() {
    if (!this.over) {
      tell("lost", "no connection to cdc-tester: the page shows the last known values; trying again");
      if (this.events.readyState === EventSource.CLOSED) {
        setTimeout(() => this.listen(), AGAIN_MILLIS); // some browsers do not reconnect
      }
    }
  }

  /** Fetches the page if there is a new revision and the page is visible. */
  async renew() {
    if (this.fetching || this.over || document.hidden || this.shown >= this.wanted) {
      return;
    }
    this.fetching = true;
    const revision = this.wanted;
    try {
      const answer = await fetch("page");
      if (!this.over && answer.ok) {
        turnInto(await answer.text());
        this.shown = revision;
      }
    } catch {
      this.lost();
    } finally {
      this.fetching = false;
    }
    this.renew();
  }

  /** Shows the final report, and keeps it so that the reader can save it after the command has ended. */
  async end({ message }) {
    this.over = true;
    try {
      const report = await (await fetch("report.html")).text();
      turnInto(report);
      const button = LIVE.querySelector("button");
      button.hidden = false;
      button.addEventListener("click", () => saveBlob("report.html", new Blob([report], { type: "text/html" })));
      this.stop("ended", message);
    } catch (failure) {
      this.stop("failed", `${message} The report could not be fetched (${failure.message}): the page shows the last known values.`);
    }
  }

  stop(state, message) {
    this.over = true;
    this.events.close();
    tell(state, message);
  }
}

started.then(() => new LivePage());
