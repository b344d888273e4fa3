// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal.view;

import io.github.cdctester.internal.meter.Metric;
import io.github.cdctester.result.sample.SampleRow;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Shows the values of the last second: writes on the left, the stream on the right. */
record NumberPanel(SampleRow sample, List<Percentile> percentiles, Canvas canvas) {

    private static final int GAP = 3;
    private static final int MAX_WIDTH = 48;

    /** Below this width, the compact form omits queries. */
    private static final int MIN_WIDTH_FOR_QUERIES = 52;

    /** Reads/writes/other, latency and errors follow, in the order of sysbench. */
    private static final List<String> FIRST_LABELS = List.of("tps", "qps");

    private static final Map<Metric, String> LABELS = new EnumMap<>(Map.of(
            Metric.BYTES, "BPS",
            Metric.EVENTS, "EPS",
            Metric.TRANSACTIONS, "TPS",
            Metric.BEHIND_BYTES, "behind",
            Metric.THREADS, "threads",
            Metric.WRITE_TRANSACTIONS, "tps",
            Metric.QUERIES, "qps",
            Metric.ERRORS, "err/s",
            Metric.RECONNECTS, "reconn/s"));

    List<String> lines() {
        SampleRow.Write write = sample.write();
        if (sample.cdc() == null && write != null) {
            return sideBySide("WRITE", writeValues(write), "no stream", Map.of());
        }
        SampleRow.Cdc cdc = sample.stream();
        Map<String, String> stream = delayValues(cdc);
        if (write == null) {
            return sideBySide(
                    "STREAM", stream, Readings.state(cdc), labelledValues(Metric.Subject.STREAM, cdc.values()));
        }
        stream.putAll(labelledValues(Metric.Subject.STREAM, cdc.values()));
        return sideBySide("WRITE", writeValues(write), "STREAM " + Readings.state(cdc), stream);
    }

    /** Returns at most three lines. */
    List<String> compactLines() {
        List<String> lines = new ArrayList<>();
        SampleRow.Write write = sample.write();
        if (write != null) {
            String latency = percentiles.isEmpty()
                    ? ""
                    : " " + percentiles.get(0).label() + " " + Readings.latency(write, percentiles.get(0));
            String queries = canvas.width() < MIN_WIDTH_FOR_QUERIES
                    ? ""
                    : " qps " + Amounts.numberText(write.queriesPerSecond());
            lines.add("tps " + Amounts.numberText(write.transactionsPerSecond()) + queries + latency + " err/s "
                    + Amounts.numberText(write.errors() / sample.seconds()));
        }
        SampleRow.Cdc cdc = sample.cdc();
        if (cdc == null) {
            return lines.stream().map(canvas::cut).toList();
        }
        lines.add("DT p99 "
                + Readings.delay(cdc, cdc.delay().withoutUnreliablePercentiles().p99Millis()) + " max "
                + Readings.delay(cdc, cdc.delay().maxMillis()) + " " + Readings.state(cdc));
        lines.add(Amounts.bytes(cdc.bytesPerSecond()) + "/s EPS " + Amounts.numberText(cdc.eventsPerSecond())
                + " behind " + Readings.behind(cdc));
        return lines.stream().map(canvas::cut).toList();
    }

    private Map<String, String> writeValues(SampleRow.Write write) {
        Map<String, String> remainingValues = labelledValues(Metric.Subject.WRITE, write.values());
        Map<String, String> values = new LinkedHashMap<>();
        FIRST_LABELS.forEach(label -> values.put(label, remainingValues.remove(label)));
        values.put(
                "r/w/o",
                Stream.of(write.reads(), write.writes(), write.other())
                        .map(count -> Amounts.numberText(count / sample.seconds()))
                        .collect(Collectors.joining("/")));
        percentiles.forEach(
                percentile -> values.put("latency " + percentile.label(), Readings.latency(write, percentile)));
        if (write.startDelay().count() > 0 && !percentiles.isEmpty()) {
            Percentile percentile = percentiles.get(0);
            values.put(
                    "start delay " + percentile.label(),
                    Amounts.duration(percentile.valueIn(write.startDelay(), write.startDelayHistogram())));
        }
        values.putAll(remainingValues);
        return values;
    }

    private static Map<String, String> delayValues(SampleRow.Cdc cdc) {
        Map<String, String> values = new LinkedHashMap<>();
        values.put(
                "DT p50",
                Readings.delay(cdc, cdc.delay().withoutUnreliablePercentiles().p50Millis()));
        values.put(
                "DT p99",
                Readings.delay(cdc, cdc.delay().withoutUnreliablePercentiles().p99Millis()));
        values.put("DT max", Readings.longestDelay(cdc));
        return values;
    }

    private Map<String, String> labelledValues(Metric.Subject subject, Map<String, Double> values) {
        Map<String, String> textByLabel = new LinkedHashMap<>();
        for (Metric metric : Metric.of(subject)) {
            String label = LABELS.get(metric);
            if (label != null) {
                textByLabel.put(label, displayText(metric, values.get(metric.column())));
            }
        }
        return textByLabel;
    }

    private String displayText(Metric metric, @Nullable Double value) {
        if (value == null) {
            return "?";
        }
        boolean isCounter = metric.meterType() == Metric.MeterType.COUNTER;
        double number = isCounter ? value / sample.seconds() : value;
        return metric.isBytes() ? Amounts.bytes(number) + (isCounter ? "/s" : "") : Amounts.numberText(number);
    }

    private List<String> sideBySide(
            String leftHead, Map<String, String> left, String rightHead, Map<String, String> right) {
        int width = Math.min(MAX_WIDTH, (canvas.width() - GAP) / 2);
        List<String> leftEntries = entries(left, width);
        List<String> rightEntries = entries(right, width);
        List<String> lines = new ArrayList<>();
        lines.add(heading(canvas.left(leftHead, width + GAP)) + heading(canvas.cut(rightHead, width)));
        for (int row = 0; row < Math.max(leftEntries.size(), rightEntries.size()); row++) {
            String leftEntry = row < leftEntries.size() ? leftEntries.get(row) : Canvas.blanks(width);
            lines.add(row < rightEntries.size() ? leftEntry + Canvas.blanks(GAP) + rightEntries.get(row) : leftEntry);
        }
        return lines;
    }

    private String heading(String text) {
        return text.contains("STUCK") ? canvas.red(text) : canvas.bold(text);
    }

    private List<String> entries(Map<String, String> values, int width) {
        List<String> lines = new ArrayList<>();
        values.forEach((name, text) -> {
            String value = canvas.cut(text, Math.max(1, width - 1));
            lines.add(canvas.dim(canvas.left(name, width - Canvas.width(value) - 1)) + " " + value);
        });
        return lines;
    }
}
