// SPDX-License-Identifier: Apache-2.0
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The report card of {@code bench/consumers} as one page and one JSON file, and the difference of two such files.
 *
 * <p>{@code CardPage page RESULTS CONSUMERS SCENARIOS ABOUT OUT} writes {@code OUT.json} and {@code OUT.html}; {@code ABOUT} is a file of
 * {@code name=value}: {@code date}, {@code machine}, {@code mysql}, {@code version.CONSUMER}, {@code left-out.CONSUMER}. {@code CardPage compare
 * OLD.json NEW.json} prints what differs.
 */
final class CardPage {

    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final String KIND = "cdc-tester report card";

    /** Measured values by scenario, with their units. */
    private static final Map<String, String> FIGURES = new LinkedHashMap<>();

    static {
        FIGURES.put("delayP50", "ms");
        FIGURES.put("delayP99", "ms");
        FIGURES.put("cpu", "s");
        FIGURES.put("memory", "MB");
        FIGURES.put("snapshotRate", "rows/s");
        FIGURES.put("snapshotTime", "s");
    }

    private CardPage() {}

    public static void main(String[] arguments) throws IOException {
        if (arguments[0].equals("compare")) {
            System.out.print(compare(read(arguments[1]), read(arguments[2])));
            return;
        }
        Card card = new Card(arguments);
        Map<String, String> about = new TreeMap<>();
        for (String line : Files.readAllLines(Path.of(arguments[4]))) {
            int at = line.indexOf('=');
            about.put(line.substring(0, at), line.substring(at + 1));
        }
        Map<String, Object> page = json(card, about);
        String text = MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(page);
        Files.writeString(Path.of(arguments[5] + ".json"), text + "\n");
        Files.writeString(Path.of(arguments[5] + ".html"), html(MAPPER.readTree(text)));
    }

    private static JsonNode read(String file) throws IOException {
        JsonNode card = MAPPER.readTree(Files.readString(Path.of(file)));
        if (!card.path("kind").asString("").equals(KIND)) {
            System.err.println("bench/consumers: " + file + " is no report card, which --out writes as JSON");
            System.exit(2);
        }
        return card;
    }

    private static Map<String, Object> json(Card card, Map<String, String> about) {
        Map<String, Object> page = new LinkedHashMap<>();
        page.put("kind", KIND);
        page.put("version", 1);
        for (String name : List.of("date", "machine", "mysql", "load")) {
            page.put(name, about.getOrDefault(name, ""));
        }
        List<Map<String, Object>> consumers = new ArrayList<>();
        for (String name : card.consumers) {
            Map<String, Object> consumer = new LinkedHashMap<>();
            consumer.put("name", name);
            consumer.put("version", about.getOrDefault("version." + name, ""));
            consumer.put("leftOut", about.get("left-out." + name));
            consumers.add(consumer);
        }
        page.put("consumers", consumers);
        page.put("scenarios", card.scenarios);
        page.put("units", FIGURES);
        List<Map<String, Object>> cells = new ArrayList<>();
        for (String name : card.consumers) {
            for (String scenario : card.scenarios) {
                cells.add(cell(card, name, scenario, about.get("left-out." + name)));
            }
        }
        page.put("cells", cells);
        return page;
    }

    private static Map<String, Object> cell(Card card, String consumer, String scenario, String leftOut) {
        List<Card.Run> runs = card.runs(scenario, consumer);
        Map<String, Object> cell = new LinkedHashMap<>();
        cell.put("consumer", consumer);
        cell.put("scenario", scenario);
        cell.put("runs", runs.size());
        cell.put(
                "verdicts",
                runs.stream()
                        .map(Card::judged)
                        .collect(Collectors.groupingBy(text -> text, TreeMap::new, Collectors.counting())));
        cell.put("reason", reason(runs, leftOut));
        Map<String, Object> figures = new LinkedHashMap<>();
        FIGURES.keySet().forEach(name -> {
            double[] values = runs.stream()
                    .mapToDouble(run -> figure(run, name))
                    .filter(value -> !Double.isNaN(value))
                    .sorted()
                    .toArray();
            if (values.length > 0) {
                double median = (values[(values.length - 1) / 2] + values[values.length / 2]) / 2;
                figures.put(name, Map.of("median", median, "low", values[0], "high", values[values.length - 1]));
            }
        });
        cell.put("figures", figures);
        return cell;
    }

    /** Returns why there is no verdict; {@code null} if each run has one. */
    private static String reason(List<Card.Run> runs, String leftOut) {
        if (leftOut != null) {
            return leftOut;
        }
        if (runs.stream().anyMatch(run -> run.facts().containsKey("makes_none"))) {
            return Card.NO_SNAPSHOT;
        }
        return runs.isEmpty()
                ? "not run"
                : runs.stream()
                        .filter(run -> run.facts().containsKey("reason"))
                        .map(run -> run.facts().get("reason"))
                        .findFirst()
                        .orElse(null);
    }

    private static double figure(Card.Run run, String name) {
        JsonNode consumer = run.consumer();
        return switch (name) {
            case "delayP50" -> consumer.path("delay").path("p50Millis").asDouble(Double.NaN);
            case "delayP99" -> consumer.path("delay").path("p99Millis").asDouble(Double.NaN);
            case "cpu" -> (run.fact("cpu") - run.fact("before.cpu")) / 100;
            case "memory" -> run.fact("rss") / 1000;
            case "snapshotRate" ->
                consumer.path("snapshot").path("rowsPerSecond").asDouble(Double.NaN);
            default -> consumer.path("snapshot").path("seconds").asDouble(Double.NaN);
        };
    }

    private static String html(JsonNode page) {
        StringBuilder out = new StringBuilder();
        out.append("<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'>")
                .append("<title>Consumers of MySQL's log</title><style>")
                .append("body{font:14px/1.45 system-ui,sans-serif;margin:2rem;color:#1d2433;background:#fff}")
                .append(
                        "table{border-collapse:collapse;margin:1rem 0}th,td{border:1px solid #d5dae3;padding:.35rem .6rem;")
                .append(
                        "text-align:left;vertical-align:top}th:first-child{position:sticky;left:0}th{background:#f3f5f9;font-weight:600}td.n{text-align:right;")
                .append("font-variant-numeric:tabular-nums;white-space:nowrap}")
                .append(
                        ".good{background:#e4f4e8}.bad{background:#fbe5e3}.none{color:#687286;background:#fafbfc}small{color:#687286}")
                .append(
                        "@media(prefers-color-scheme:dark){body{background:#14171d;color:#dfe4ee}th{background:#1e232c}")
                .append(
                        "th,td{border-color:#343b48}.good{background:#163522}.bad{background:#43201d}.none{background:#191d24}}")
                .append("</style><h1>Consumers of MySQL's log</h1><p>");
        for (String name : List.of("date", "machine", "mysql", "load")) {
            out.append(escaped(page.path(name).asString(""))).append("<br>");
        }
        out.append("</p><h2>Verdicts</h2><div style='overflow-x:auto'><table><tr><th>consumer");
        page.path("scenarios").forEach(scenario -> out.append("<th>").append(escaped(scenario.asString())));
        for (JsonNode consumer : page.path("consumers")) {
            String name = consumer.path("name").asString("");
            out.append("<tr><th>").append(escaped(name)).append("<br><small>");
            out.append(escaped(consumer.path("version").asString(""))).append("</small>");
            page.path("scenarios").forEach(scenario -> verdict(cellOf(page, name, scenario.asString()), out));
        }
        out.append("</table></div>");
        for (JsonNode scenario : page.path("scenarios")) {
            figures(page, scenario.asString(), out);
        }
        return out.append("\n").toString();
    }

    private static void verdict(JsonNode cell, StringBuilder out) {
        String verdict = verdict(cell);
        String reason = cell.path("reason").asString("");
        boolean good = verdict.equals("exactly once");
        boolean none = verdict.isEmpty() || verdict.equals(Card.NO_SNAPSHOT);
        out.append("<td class=").append(none ? "none" : good ? "good" : "bad").append('>');
        out.append(
                escaped(verdict).replaceAll("\\*\\*([^*]*)\\*\\*", "<b>$1</b>").replace("&lt;br&gt;", "<br>"));
        if (!reason.isEmpty() && !reason.equals(verdict)) {
            out.append(verdict.isEmpty() ? "" : "<br>")
                    .append("<small>")
                    .append(escaped(reason))
                    .append("</small>");
        }
    }

    /** Returns the verdicts of a cell's runs. */
    private static String verdict(JsonNode cell) {
        List<String> found = new ArrayList<>();
        cell.path("verdicts")
                .properties()
                .forEach(entry -> found.add(
                        cell.path("verdicts").size() == 1
                                ? entry.getKey()
                                : entry.getValue().asLong() + "×: " + entry.getKey()));
        return String.join("<br>", found);
    }

    private static void figures(JsonNode page, String scenario, StringBuilder out) {
        List<String> shown = FIGURES.keySet().stream()
                .filter(name -> List.of("snapshot", "incremental").contains(scenario) || !name.startsWith("snapshot"))
                .toList();
        out.append("<h2>")
                .append(escaped(scenario))
                .append("</h2><p><small>Median, with lowest and highest; ")
                .append("– where its process had ended, or nothing was shown</small></p>");
        out.append("<div style='overflow-x:auto'><table><tr><th>consumer<th>runs");
        shown.forEach(name -> out.append("<th>").append(label(name)));
        for (JsonNode consumer : page.path("consumers")) {
            String name = consumer.path("name").asString("");
            JsonNode cell = cellOf(page, name, scenario);
            out.append("<tr><th>")
                    .append(escaped(name))
                    .append("<td class=n>")
                    .append(cell.path("runs").asLong());
            if (cell.path("figures").isEmpty()) {
                out.append("<td class=none colspan=").append(shown.size()).append('>');
                out.append(escaped(cell.path("reason").asString("nothing was measured")));
            } else {
                shown.forEach(figure -> out.append("<td class=n>")
                        .append(spread(cell.path("figures").path(figure))));
            }
        }
        out.append("</table></div>");
    }

    private static String label(String figure) {
        String name = switch (figure) {
            case "delayP50" -> "DT p50";
            case "delayP99" -> "DT p99";
            case "cpu" -> "CPU";
            case "memory" -> "peak RSS";
            case "snapshotRate" -> "snapshot";
            default -> "snapshot took";
        };
        return name + ", " + FIGURES.get(figure);
    }

    private static String spread(JsonNode figure) {
        if (figure.isMissingNode()) {
            return "–";
        }
        double low = figure.path("low").asDouble();
        double high = figure.path("high").asDouble();
        String median = number(figure.path("median").asDouble());
        return low == high ? median : median + " (" + number(low) + "–" + number(high) + ")";
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, value >= 100 ? "%.0f" : value >= 10 ? "%.1f" : "%.2f", value);
    }

    private static JsonNode cellOf(JsonNode page, String consumer, String scenario) {
        for (JsonNode cell : page.path("cells")) {
            if (cell.path("consumer").asString("").equals(consumer)
                    && cell.path("scenario").asString("").equals(scenario)) {
                return cell;
            }
        }
        return MAPPER.createObjectNode();
    }

    /** Prints verdicts that changed, and figures whose spreads do not overlap. */
    private static String compare(JsonNode old, JsonNode now) {
        StringBuilder out =
                new StringBuilder("| consumer | scenario | what | before | now |\n| --- | --- | --- | --- | --- |\n");
        int rows = 0;
        for (JsonNode consumer : now.path("consumers")) {
            String name = consumer.path("name").asString("");
            for (JsonNode before : old.path("consumers")) {
                boolean same = before.path("name").asString("").equals(name);
                if (same && !before.path("version").equals(consumer.path("version"))) {
                    rows += row(
                            out,
                            name,
                            "",
                            "version",
                            before.path("version").asString(""),
                            consumer.path("version").asString(""));
                }
            }
        }
        for (JsonNode cell : now.path("cells")) {
            String consumer = cell.path("consumer").asString("");
            String scenario = cell.path("scenario").asString("");
            JsonNode before = cellOf(old, consumer, scenario);
            String was = verdictOrReason(before);
            if (!was.equals(verdictOrReason(cell))) {
                rows += row(out, consumer, scenario, "verdict", was, verdictOrReason(cell));
            }
            for (String figure : FIGURES.keySet()) {
                JsonNode one = before.path("figures").path(figure);
                JsonNode other = cell.path("figures").path(figure);
                boolean apart = one.path("high").asDouble(Double.NaN)
                                < other.path("low").asDouble(Double.NaN)
                        || other.path("high").asDouble(Double.NaN)
                                < one.path("low").asDouble(Double.NaN);
                if (apart) {
                    rows += row(out, consumer, scenario, label(figure), spread(one), spread(other));
                }
            }
        }
        return rows == 0
                ? "Nothing differs: each verdict is the same, and the spreads of all figures meet.\n"
                : out.toString();
    }

    private static String verdictOrReason(JsonNode cell) {
        String verdict = verdict(cell);
        return verdict.isEmpty() ? cell.path("reason").asString("not run") : verdict;
    }

    private static int row(StringBuilder out, String... cells) {
        out.append("| ").append(String.join(" | ", cells)).append(" |\n");
        return 1;
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
