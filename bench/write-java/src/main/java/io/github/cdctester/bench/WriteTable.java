// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.bench;

import static io.github.cdctester.bench.Figures.median;
import static io.github.cdctester.bench.Figures.number;
import static io.github.cdctester.bench.Figures.spread;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;

/**
 * Executes the rounds of {@link Rounds}, and prints the rows of a Markdown table without its head: {@code WriteTable
 * KIND sides=FILE runs=N reference=NAME [first=TEXT] [warmup=0] [raw=FILE]}. KIND is {@code oltp}, {@code tpcc}, {@code
 * prepare} or {@code large}. A side's name may end with {@code , text} or {@code , prepared}. Such a side is compared
 * with the side whose name starts with the reference and has the same ending.
 */
public final class WriteTable {

    private static final List<String> MODES = List.of(", text", ", prepared");

    private final Rounds rounds;
    private final String reference;
    private final String first;

    private WriteTable(Rounds rounds, Map<String, String> options) {
        this.rounds = rounds;
        reference = options.get("reference");
        first = options.containsKey("first") ? options.get("first") + " | " : "";
    }

    public static void main(String... arguments) throws IOException, InterruptedException {
        Map<String, String> options = Target.options(arguments);
        Rounds rounds = Rounds.execute(options);
        new WriteTable(rounds, options).print(arguments[0]);
        System.exit(rounds.failed() ? 1 : 0);
    }

    private void print(String kind) {
        for (String name : rounds.names()) {
            String figures = switch (kind) {
                case "oltp" -> oltp(name);
                case "tpcc" -> tpcc(name);
                case "prepare" -> prepare(name);
                case "large" -> large(name);
                default -> throw new IllegalArgumentException(kind);
            };
            System.out.println("| " + first + name + " | " + figures + " |");
        }
    }

    private String oltp(String name) {
        ToDoubleFunction<Map<String, Double>> speed = n -> n.get("transactions") / n.get("seconds");
        return row(
                formatWithRatio(name, "%.0f", speed),
                formatWithRatio(name, "%.1f", perUnit("cpu", "transactions")),
                formatIfPresent(name, "%.1f", perUnit("readercpu", "allTransactions"), "readercpu"),
                formatIfPresent(name, "%.1f", perUnit("processcpu", "allTransactions"), "processcpu"),
                formatIfPresent(name, "%.0f", n -> n.get("errors"), "errors"));
    }

    private String tpcc(String name) {
        return row(
                formatWithRatio(name, "%.0f", n -> n.get("neworders") * 60 / n.get("seconds")),
                formatIfPresent(name, "%.0f", n -> n.get("committed") * 60 / n.get("seconds"), "committed"),
                formatWithRatio(name, "%.0f", perUnit("cpu", "neworders")),
                formatIfPresent(name, "%.0f", n -> n.get("errors"), "errors"));
    }

    private String prepare(String name) {
        return row(
                formatIfPresent(name, "%.0f", n -> n.get("rows"), "rows"),
                formatWithRatio(name, "%.0f", n -> n.get("rows") / n.get("seconds")),
                formatWithRatio(name, "%.2f", perUnit("cpu", "rows")),
                spread(rounds.results(name), "%.1f", n -> n.get("seconds")));
    }

    private String large(String name) {
        return row(
                formatIfPresent(name, "%.0f", n -> n.get("rows"), "rows"),
                formatWithRatio(name, "%.2f", n -> n.get("seconds")),
                formatIfPresent(name, "%.2f", n -> n.get("cpu"), "cpu"),
                formatIfPresent(name, "%.2f", n -> n.get("readercpu"), "readercpu"));
    }

    private static ToDoubleFunction<Map<String, Double>> perUnit(String cpu, String unit) {
        return n -> n.get(cpu) * 1e6 / n.get(unit);
    }

    private static String row(String... cells) {
        return String.join(" | ", cells);
    }

    /** Formats a value, and the ratio of its median to the reference's. */
    private String formatWithRatio(String name, String format, ToDoubleFunction<Map<String, Double>> value) {
        List<Map<String, Double>> runs = rounds.results(name);
        List<Map<String, Double>> others = rounds.names().stream()
                .filter(other -> other.startsWith(reference) && mode(other).equals(mode(name)))
                .map(rounds::results)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
        return spread(runs, format, value) + " | " + number("%.2f", median(runs, value) / median(others, value));
    }

    /** Formats a figure that only some sides have. */
    private String formatIfPresent(
            String name, String format, ToDoubleFunction<Map<String, Double>> value, String requiredValue) {
        List<Map<String, Double>> runs = rounds.results(name);
        return runs == null || !runs.get(0).containsKey(requiredValue) ? "–" : spread(runs, format, value);
    }

    private static String mode(String name) {
        return MODES.stream().filter(name::endsWith).findFirst().orElse("");
    }
}
