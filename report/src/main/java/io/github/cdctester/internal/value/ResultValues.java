// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.value;

import io.github.cdctester.internal.yaml.NearNames;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/** Finds values by name, and defines the values of tables and charts. */
public final class ResultValues {

    /** Users may omit these prefixes. They are tried in this order. */
    private static final List<String> PREFIXES = List.of("", "cdc.", "write.", "verdict.", "tester.");

    private static final Map<String, String> ALIASES = Map.of(
            "bps", "cdc.bytesPerSecond",
            "eps", "cdc.eventsPerSecond",
            "tps", "cdc.transactionsPerSecond",
            "qps", "write.queriesPerSecond",
            "errors", "write.errorsPerCode");

    private static final Pattern OPTIONAL_PARTS =
            Pattern.compile("^(cdc|write|verdict|tester)\\.|(Millis|Percent|Micros)$");

    private static final Map<String, ResultValue> LABELLED_VALUES = new HashMap<>();

    public static final ResultValue CDC_TPS = get("TPS", "cdc.transactionsPerSecond");
    public static final ResultValue CDC_BPS = get("BPS", "cdc.bytesPerSecond");
    public static final ResultValue CDC_EPS = get("EPS", "cdc.eventsPerSecond");
    public static final ResultValue CDC_ROWS = get("rows/s", "cdc.rowsPerSecond");
    public static final ResultValue CATCH_UP = get("catch-up", "catchUpSeconds");
    public static final ResultValue WRITE_TPS = get("write TPS", "write.transactionsPerSecond");
    public static final ResultValue WRITE_QPS = get("write QPS", "write.queriesPerSecond");
    public static final ResultValue NEW_ORDERS = get("new orders/min", "write.newOrdersPerMinute");
    public static final ResultValue TESTER_CPU = get("tester CPU", "tester.cpuSeconds");
    public static final Times DELAY = Times.of("DT", "cdc.delay");
    public static final Times LATENCY = Times.of("lat", "write.latency");

    public record Times(
            ResultValue count, ResultValue mean, ResultValue p50, ResultValue p95, ResultValue p99, ResultValue max) {

        /** Keys are p50, p95, p99 and max. */
        public Map<String, ResultValue> percentiles() {
            Map<String, ResultValue> valueByName = new LinkedHashMap<>();
            valueByName.put("p50", p50);
            valueByName.put("p95", p95);
            valueByName.put("p99", p99);
            valueByName.put("max", max);
            return valueByName;
        }

        private static Times of(String label, String name) {
            return new Times(
                    get(label + " count", name + ".count"),
                    get(label + " mean", name + ".meanMillis"),
                    get(label + " p50", name + ".p50Millis"),
                    get(label + " p95", name + ".p95Millis"),
                    get(label + " p99", name + ".p99Millis"),
                    get(label + " max", name + ".maxMillis"));
        }
    }

    private ResultValues() {}

    private static ResultValue get(String label, String name) {
        ResultValue value = new ResultValue(Objects.requireNonNull(ValueRows.RUN.find(name), name), label);
        LABELLED_VALUES.put(name, value);
        return value;
    }

    /** Omits values with a key such as a load's name. */
    public static List<String> names() {
        return ValueRows.RUN.rows().stream().map(ValueRow::name).toList();
    }

    /**
     * @param name full or short name in any case, such as {@code delay.p99}
     * @throws IllegalArgumentException if there is no such value; the message lists similar names
     */
    public static ResultValue of(String name) {
        return find(name).orElseThrow(() -> unknown(name));
    }

    /** Returns the value of one load that corresponds to a value of all writes. */
    public static ResultValue ofLoad(String load, ResultValue writeValue) {
        return of(
                "loads." + load + writeValue.name().substring(writeValue.name().indexOf('.')));
    }

    public static Optional<ResultValue> find(String fullOrShortName) {
        String name = ALIASES.getOrDefault(fullOrShortName.toLowerCase(Locale.ROOT), fullOrShortName)
                .replaceFirst("(?i)^dt\\.", "cdc.delay.")
                .replaceFirst("(?i)\\.p99\\.9(millis)?$", ".p999");
        return PREFIXES.stream()
                .map(prefix -> ValueRows.RUN.find(prefix + name))
                .filter(Objects::nonNull)
                .findFirst()
                .map(row -> LABELLED_VALUES.getOrDefault(
                        row.name(), new ResultValue(row, row.dimension().nameWithoutUnit(row.name()))));
    }

    private static IllegalArgumentException unknown(String name) {
        if (find(name + ".p99").isPresent()) {
            return new IllegalArgumentException(name + " has several numbers: give one, such as " + name + ".p99");
        }
        boolean isFullName = OPTIONAL_PARTS.matcher(name).find();
        String suggestion = NearNames.didYouMean(
                name,
                names().stream()
                        .map(fullName -> isFullName ? fullName : shortest(fullName))
                        .toList());
        return new IllegalArgumentException("the result has no number named " + name
                + (suggestion.isEmpty() ? "; docs/results.md lists the names" : suggestion));
    }

    private static String shortest(String name) {
        String shortName = OPTIONAL_PARTS.matcher(name).replaceAll("");
        return find(shortName).filter(value -> value.name().equals(name)).isPresent() ? shortName : name;
    }
}
