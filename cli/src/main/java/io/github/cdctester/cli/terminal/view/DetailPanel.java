// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal.view;

import io.github.cdctester.result.sample.SampleRow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Shows one line per consumer, load and stream (stuck streams first), and one line for all probes. */
record DetailPanel(SampleRow sample, Canvas canvas) {

    private static final int NAME_WIDTH = 20;
    private static final int MAX_CONSUMERS = 2;

    /** If not all lines fit, the last line counts the omitted lines. Returns no line if only one fits. */
    List<String> lines(int maxLines) {
        List<String> lines = new ArrayList<>(consumerLines());
        sample.workloads().forEach(load -> lines.add(loadLine(load)));
        sample.streams().stream()
                .sorted(Comparator.comparing(stream -> !Readings.isStuck(stream.cdc())))
                .forEach(stream -> lines.add(streamLine(stream)));
        if (!sample.probes().isEmpty()) {
            lines.add(probesLine());
        }
        if (lines.size() <= maxLines) {
            return lines;
        }
        if (maxLines < 2) {
            return List.of();
        }
        List<String> shownLines = new ArrayList<>(lines.subList(0, maxLines - 1));
        shownLines.add("and " + (lines.size() - shownLines.size()) + " more");
        return shownLines;
    }

    List<String> consumerLines() {
        List<String> lines = new ArrayList<>();
        sample.consumers().stream().limit(MAX_CONSUMERS).forEach(consumer -> lines.add(consumerLine(consumer)));
        int omittedCount = sample.consumers().size() - lines.size();
        if (omittedCount > 0) {
            lines.add(canvas.cut("and " + omittedCount + (omittedCount == 1 ? " more consumer" : " more consumers")));
        }
        return lines;
    }

    private String consumerLine(SampleRow.Consumer consumer) {
        return labelledValues(
                consumer.name(),
                "DT p99 "
                        + Amounts.duration(
                                consumer.delay().withoutUnreliablePercentiles().p99Millis()) + "  tps "
                        + Amounts.numberText(consumer.transactionsPerSecond()) + "  behind "
                        + Amounts.numberText(consumer.behind()));
    }

    private String loadLine(SampleRow.Workload load) {
        return labelledValues(
                load.name(),
                "tps " + Amounts.numberText(load.write().transactionsPerSecond()) + "  p95 "
                        + Amounts.duration(load.write()
                                .latency()
                                .withoutUnreliablePercentiles()
                                .p95Millis()) + "  threads "
                        + load.write().threads());
    }

    private String streamLine(SampleRow.Stream stream) {
        SampleRow.Cdc cdc = stream.cdc();
        String values = "DT p99 "
                + Amounts.duration(cdc.delay().withoutUnreliablePercentiles().p99Millis()) + "  "
                + Amounts.bytes(cdc.bytesPerSecond()) + "/s";
        return Readings.isStuck(cdc)
                ? canvas.red(labelledValues(stream.name(), values + "  STUCK"))
                : labelledValues(stream.name(), values);
    }

    private String probesLine() {
        return labelledValues(
                "probes",
                sample.probes().entrySet().stream()
                        .map(probe -> probe.getKey() + " " + number(probe.getValue()))
                        .collect(Collectors.joining("  ")));
    }

    private static String number(double value) {
        return Math.abs(value) < 100 && value != Math.rint(value)
                ? String.format(Locale.ROOT, "%.2f", value)
                : Amounts.numberText(value);
    }

    private String labelledValues(String name, String values) {
        return canvas.cut(canvas.left(name, Math.min(NAME_WIDTH, canvas.width() / 3)) + " " + values);
    }
}
