// SPDX-License-Identifier: Apache-2.0
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Creates the tables of {@code bench/consumers} from the files of its runs: {@code Card PART RESULTS CONSUMERS SCENARIOS}. A run is
 * the directory {@code SCENARIO.CONSUMER.NUMBER} with {@code result.json}, {@code facts} and {@code starts}.
 */
final class Card {

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    static final String NO_SNAPSHOT = "makes no snapshot";

    private final Path results;
    final List<String> consumers;
    final List<String> scenarios;

    Card(String[] arguments) {
        results = Path.of(arguments[1]);
        consumers = List.of(arguments[2].split(","));
        scenarios = List.of(arguments[3].split(","));
    }

    public static void main(String[] arguments) {
        Card card = new Card(arguments);
        System.out.print(
                switch (arguments[0]) {
                    case "faults" -> card.faults() + card.delays();
                    case "speed" -> card.speed();
                    case "heap" -> card.heap();
                    default -> throw new IllegalArgumentException(arguments[0]);
                });
    }

    /** One run, possibly incomplete. */
    record Run(Path directory, Map<String, String> facts, JsonNode result) {

        boolean began() {
            return !facts.containsKey("did_not_start");
        }

        JsonNode consumer() {
            return result.path("consumers").path(0);
        }

        long starts() {
            return lines("starts").filter(line -> line.startsWith("start=")).count();
        }

        private Stream<String> lines(String file) {
            try {
                Path path = directory.resolve(file);
                return Files.exists(path) ? Files.readAllLines(path).stream() : Stream.empty();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        double fact(String name) {
            return Double.parseDouble(facts.getOrDefault(name, "NaN"));
        }
    }

    List<Run> runs(String scenario, String consumer) {
        List<Run> runs = new ArrayList<>();
        for (int number = 1; Files.isDirectory(results.resolve(scenario + "." + consumer + "." + number)); number++) {
            runs.add(run(results.resolve(scenario + "." + consumer + "." + number)));
        }
        return runs;
    }

    private static Run run(Path directory) {
        try {
            Map<String, String> facts = new TreeMap<>();
            for (String line : Files.exists(directory.resolve("facts"))
                    ? Files.readAllLines(directory.resolve("facts"))
                    : List.<String>of()) {
                int at = line.indexOf('=');
                facts.put(line.substring(0, at), line.substring(at + 1));
            }
            Path result = directory.resolve("result.json");
            return new Run(directory, facts, MAPPER.readTree(Files.exists(result) ? Files.readString(result) : "{}"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String faults() {
        StringBuilder table = new StringBuilder();
        row(table, "", scenarios);
        row(table, "---", scenarios.stream().map(any -> "---").toList());
        row(
                table,
                "cdc-tester's own stream",
                scenarios.stream()
                        .map(scenario -> cell(runsOfScenario(scenario), Card::verdictOf))
                        .toList());
        for (String consumer : consumers) {
            row(
                    table,
                    consumer,
                    scenarios.stream()
                            .map(scenario -> cell(runs(scenario, consumer), Card::judged))
                            .toList());
        }
        return table + "\n";
    }

    private List<Run> runsOfScenario(String scenario) {
        return consumers.stream()
                .flatMap(consumer -> runs(scenario, consumer).stream())
                .filter(run -> run.result.has("verdict"))
                .toList();
    }

    private static void row(StringBuilder table, String first, List<String> cells) {
        table.append("| ").append(first);
        cells.forEach(cell -> table.append(" | ").append(cell));
        table.append(" |\n");
    }

    /** Returns the outcomes of a scenario's runs; several if they differ. */
    private static String cell(List<Run> runs, java.util.function.Function<Run, String> says) {
        Map<String, Long> found = runs.stream()
                .map(says)
                .collect(Collectors.groupingBy(text -> text, TreeMap::new, Collectors.counting()));
        return found.isEmpty()
                ? "not run"
                : found.size() == 1
                        ? found.keySet().iterator().next()
                        : found.entrySet().stream()
                                .map(entry -> entry.getValue() + "×: " + entry.getKey())
                                .collect(Collectors.joining("<br>"));
    }

    private static String verdictOf(Run run) {
        JsonNode verdict = run.result.path("verdict");
        String status = verdict.path("status").asString("");
        return status.equals("LOSSLESS") ? "exactly once" : status;
    }

    static String judged(Run run) {
        if (run.facts.containsKey("makes_none")) {
            return NO_SNAPSHOT;
        }
        if (!run.began()) {
            return "does not start";
        }
        JsonNode consumer = run.consumer();
        JsonNode verdict = consumer.path("verdict");
        if (verdict.isMissingNode()) {
            return "not judged";
        }
        List<String> says = new ArrayList<>();
        long stops =
                run.starts() - 1 - (run.facts.containsKey("ended") ? 1 : 0); // the consumer did not end as requested
        if (stops > 0) {
            says.add("stops " + times(stops));
        }
        long committed = verdict.path("committed").asLong(0);
        JsonNode snapshot = consumer.path("snapshot");
        // with a snapshot, the numbers of the verdict include its rows
        long missing = snapshot.isObject()
                ? Math.max(0, committed - verdict.path("observed").asLong(0))
                : verdict.path("missing").asLong(0);
        long torn = consumer.path("torn").asLong(0);
        if (missing > 0) {
            says.add("**loses** " + (missing == committed ? "all" : missing + " of " + committed)
                    + (torn > 0 ? " (" + torn + " torn)" : ""));
        }
        number(says, "**repeats** ", verdict.path("duplicated").asLong(0) - faults(snapshot, "doubled"));
        number(says, "**reorders** ", verdict.path("outOfOrder").asLong(0) - faults(snapshot, "stale"));
        String stray = run.facts.containsKey("xa_committed") ? "**shows rolled back** " : "**shows uncommitted** ";
        number(says, stray, consumer.path("stray").asLong(0));
        if (run.facts.containsKey("xa_committed")) {
            long count = (long) run.fact("xa_seen");
            long wanted = (long) run.fact("xa_committed");
            if (count != wanted) {
                says.add("of " + wanted + " XA commits " + count + " rows");
            }
        }
        if (run.facts.containsKey("wide_rows")) {
            long wanted = (long) run.fact("wide_rows");
            long seen = (long) run.fact("wide_seen");
            if (seen != wanted) {
                says.add("**loses " + (wanted - seen) + " of the statement's " + wanted + " rows**");
            }
            number(says, "**repeats of the statement's rows** ", (long) run.fact("wide_lines") - seen);
        }
        for (String fault : List.of("missing", "doubled", "stale", "uncommitted", "differing")) {
            number(says, "**snapshot rows " + fault + "** ", faults(snapshot, fault));
        }
        String status = verdict.path("status").asString("");
        boolean exact = consumer.path("delivery").asString("").equals("EXACTLY_ONCE");
        if (says.isEmpty() || stops > 0 && says.size() == 1) {
            says.add(exact ? "exactly once" : status.toLowerCase(Locale.ROOT).replace('_', ' '));
        }
        return String.join(", ", says);
    }

    private static long faults(JsonNode snapshot, String kind) {
        return snapshot.path(kind).path("count").asLong(0);
    }

    private static String times(long count) {
        return count == 1 ? "once" : count + " times";
    }

    private static void number(List<String> says, String description, long count) {
        if (count > 0) {
            says.add(description + count);
        }
    }

    /** Delays of the runs without a fault. */
    private String delays() {
        StringBuilder table = new StringBuilder();
        List<String> heads = List.of("DT p50, ms", "DT p99, ms", "CPU, s", "peak RSS, MB");
        row(table, "under live load, calm", heads);
        row(table, "---", heads.stream().map(any -> "---:").toList());
        List<Run> own = runsOfScenario("calm");
        row(
                table,
                "cdc-tester's own stream",
                List.of(
                        median(
                                own,
                                run -> run.result
                                        .path("summary")
                                        .path("cdc")
                                        .path("delay")
                                        .path("p50Millis")
                                        .asDouble(Double.NaN),
                                "%.2f"),
                        median(
                                own,
                                run -> run.result
                                        .path("summary")
                                        .path("cdc")
                                        .path("delay")
                                        .path("p99Millis")
                                        .asDouble(Double.NaN),
                                "%.2f"),
                        "",
                        ""));
        for (String consumer : consumers) {
            List<Run> runs = runs("calm", consumer);
            row(
                    table,
                    consumer,
                    List.of(
                            median(
                                    runs,
                                    run -> run.consumer()
                                            .path("delay")
                                            .path("p50Millis")
                                            .asDouble(Double.NaN),
                                    "%.2f"),
                            median(
                                    runs,
                                    run -> run.consumer()
                                            .path("delay")
                                            .path("p99Millis")
                                            .asDouble(Double.NaN),
                                    "%.2f"),
                            median(runs, run -> (run.fact("cpu") - run.fact("before.cpu")) / 100, "%.1f"),
                            median(runs, run -> run.fact("rss") / 1000, "%.0f")));
        }
        return table + "\n";
    }

    private String speed() {
        StringBuilder table = new StringBuilder();
        List<String> heads = List.of("rows/s", "MB of log/s", "CPU s/GB", "peak RSS, MB");
        row(table, "reading a written log", heads);
        row(table, "---", heads.stream().map(any -> "---:").toList());
        for (String consumer : consumers) {
            List<Run> runs = runs("speed", consumer).stream()
                    .filter(run -> run.facts.containsKey("seconds"))
                    .toList();
            row(
                    table,
                    consumer,
                    List.of(
                            median(runs, run -> run.fact("rows") / run.fact("seconds"), "%.0f"),
                            median(runs, run -> run.fact("bytes") / 1e6 / run.fact("seconds"), "%.1f"),
                            median(runs, run -> run.fact("cpu") / 100 / (run.fact("bytes") / 1e9), "%.1f"),
                            median(runs, run -> run.fact("rss") / 1000, "%.0f")));
        }
        return table + "\n";
    }

    private String heap() {
        StringBuilder table = new StringBuilder();
        List<String> heads = List.of("least -Xmx that did", "peak RSS with it, MB", "most -Xmx that did not");
        row(table, "one large transaction", heads);
        row(table, "---", heads.stream().map(any -> "---:").toList());
        for (String consumer : consumers) {
            List<Run> runs = runs("heap", consumer);
            row(
                    table,
                    consumer,
                    Stream.of("least", "least.rss", "failed")
                            .map(name -> runs.stream()
                                    .map(run -> run.facts.get(name))
                                    .filter(Objects::nonNull)
                                    .distinct()
                                    .collect(Collectors.joining("; ")))
                            .toList());
        }
        return table + "\n";
    }

    private static String median(List<Run> runs, java.util.function.ToDoubleFunction<Run> of, String format) {
        double[] values = runs.stream()
                .mapToDouble(of)
                .filter(value -> !Double.isNaN(value))
                .sorted()
                .toArray();
        if (values.length == 0) {
            return "";
        }
        double middle = (values[(values.length - 1) / 2] + values[values.length / 2]) / 2;
        String text = String.format(Locale.ROOT, format, middle);
        return values.length == 1
                ? text
                : text
                        + String.format(
                                Locale.ROOT, " (" + format + "–" + format + ")", values[0], values[values.length - 1]);
    }
}
