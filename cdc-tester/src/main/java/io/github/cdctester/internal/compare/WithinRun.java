// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.compare;

import io.github.cdctester.internal.statistics.Repeats;
import io.github.cdctester.internal.summary.DurationsSum;
import io.github.cdctester.result.DurationSummary;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SampleRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** How much a value varies within one run, as its seconds show it: the least that it varies from run to run. */
final class WithinRun {

    private static final String LATENCY = "write.latency.";
    private static final String DELAY = "cdc.delay.";

    static final int BATCHES = 10;

    /** So long is each of them at least. */
    static final int LEAST_SECONDS = 3;

    private WithinRun() {}

    /**
     * Takes the stretches of a run for repeats, around the value that the whole run has.
     *
     * @return nothing where seconds do not have the value, or they are too few
     */
    static Optional<Repeats> of(String name, double value, RunResult run) {
        List<SampleRow> measured = run.samples().stream()
                .filter(row -> row.phase() == SampleRow.Part.MEASURE)
                .toList();
        Function<List<SampleRow>, @Nullable Double> reader = reader(name);
        if (reader == null) {
            return Optional.empty();
        }
        List<Double> values = new ArrayList<>();
        for (List<SampleRow> batch : batches(measured)) {
            Double one = reader.apply(batch);
            if (one == null || !(one > 0)) {
                return Optional.empty();
            }
            values.add(one);
        }
        return values.isEmpty()
                ? Optional.empty()
                : Optional.of(new Repeats(Math.log(value), Repeats.of(values).logVariance(), values.size()));
    }

    private static @Nullable Function<List<SampleRow>, @Nullable Double> reader(String name) {
        return switch (name) {
            case "write.transactionsPerSecond" -> rows -> ofWrites(rows, SampleRow.Write::transactions);
            case "write.queriesPerSecond" -> rows -> ofWrites(rows, SampleRow.Write::queries);
            case "cdc.bytesPerSecond" -> rows -> rate(rows, row -> row.stream().bytes());
            case "cdc.eventsPerSecond" -> rows -> rate(rows, row -> row.stream().events());
            case "cdc.transactionsPerSecond" ->
                rows -> rate(rows, row -> row.stream().transactions());
            default -> name.startsWith(ComparedValue.PROBES) ? rows -> ofProbe(rows, name) : ofDurations(name);
        };
    }

    private static @Nullable Function<List<SampleRow>, @Nullable Double> ofDurations(String name) {
        Function<DurationSummary, @Nullable Double> percentile = percentile(name.substring(name.lastIndexOf('.') + 1));
        if (percentile == null) {
            return null;
        }
        if (name.startsWith(LATENCY)) {
            return rows -> writes(rows).size() < rows.size()
                    ? null
                    : merged(() -> percentile.apply(DurationsSum.latency(writes(rows))));
        }
        return name.startsWith(DELAY)
                ? rows -> merged(() -> percentile.apply(
                        DurationsSum.delay(rows.stream().map(SampleRow::stream).toList())))
                : null;
    }

    /** The longest of a stretch says nothing about the longest of all. */
    private static @Nullable Function<DurationSummary, @Nullable Double> percentile(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "meanmillis" -> DurationSummary::meanMillis;
            case "p50millis" -> DurationSummary::p50Millis;
            case "p95millis" -> DurationSummary::p95Millis;
            case "p99millis" -> DurationSummary::p99Millis;
            default -> null;
        };
    }

    private static @Nullable Double ofWrites(List<SampleRow> rows, ToDoubleFunction<SampleRow.Write> count) {
        return writes(rows).size() < rows.size()
                ? null
                : rate(rows, row -> count.applyAsDouble(Objects.requireNonNull(row.write())));
    }

    private static Double ofProbe(List<SampleRow> rows, String name) {
        return rows.stream()
                .map(row -> row.probes().get(name.substring(ComparedValue.PROBES.length())))
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .average()
                .orElse(Double.NaN);
    }

    private static List<SampleRow.Write> writes(List<SampleRow> rows) {
        return rows.stream().map(SampleRow::write).filter(Objects::nonNull).toList();
    }

    private static Double rate(List<SampleRow> rows, ToDoubleFunction<SampleRow> count) {
        double seconds = rows.stream().mapToDouble(SampleRow::seconds).sum();
        return rows.stream().mapToDouble(count).sum() / seconds;
    }

    /** The distributions of a long run's first seconds are given up, and then it is not known. */
    private static @Nullable Double merged(java.util.function.Supplier<@Nullable Double> percentile) {
        try {
            return percentile.get();
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /**
     * Puts the seconds of a run together into {@value #BATCHES} intervals of the same length, without the first few seconds where they
     * do not divide; none where there are too few. What happens in one second goes on in the next, so seconds are no repeats;
     * intervals that are long enough nearly are.
     */
    static <T> List<List<T>> batches(List<T> seconds) {
        int length = seconds.size() / BATCHES;
        if (length < LEAST_SECONDS) {
            return List.of();
        }
        int first = seconds.size() - length * BATCHES;
        List<List<T>> batches = new ArrayList<>();
        for (int i = 0; i < BATCHES; i++) {
            batches.add(seconds.subList(first + i * length, first + (i + 1) * length));
        }
        return batches;
    }
}
