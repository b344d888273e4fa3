// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.chart;

import io.github.cdctester.internal.report.document.Axis.Scale;
import io.github.cdctester.internal.report.document.Series.Shape;
import io.github.cdctester.result.DurationSummary;
import io.github.cdctester.result.SampleRow;
import org.jspecify.annotations.Nullable;

/** Charts with a line for each stream, load or consumer, and of the loads' latency. */
final class LineCharts {

    /** No consumer can have a name with a blank. */
    private static final String STREAM = "the stream";

    /** Grey, so that a consumer has the same color in all charts. */
    private static final String STREAM_ROLE = "baseline";

    private static final String DELAY = "DT p99";
    private static final String TRANSACTIONS = "transactions";
    private static final String MILLIS = "ms";

    private LineCharts() {}

    static LineChart delayByStream(int rows) {
        return new LineChart(rows, "streams-dt", "DT p99 by stream")
                .axis(
                        DELAY,
                        MILLIS,
                        Scale.LOG,
                        (row, lines) -> row.streams()
                                .forEach(stream -> lines.put(
                                        stream.name(),
                                        role(stream),
                                        p99(stream.cdc().delay()))))
                .note(LineChart.OF_FEW);
    }

    static LineChart bytesByStream(int rows) {
        return new LineChart(rows, "streams-bps", "BPS by stream")
                .axis(
                        "BPS",
                        "MB/s",
                        Scale.LINEAR,
                        (row, lines) -> row.streams()
                                .forEach(stream -> lines.put(
                                        stream.name(),
                                        role(stream),
                                        stream.cdc().bytesPerSecond() / TimeChart.MB)));
    }

    private static String role(SampleRow.Stream stream) {
        return "stream " + stream.name();
    }

    static LineChart delayByConsumer(int rows) {
        return new LineChart(rows, "consumers-dt", "DT p99 at the stream and at each consumer")
                .axis(DELAY, MILLIS, Scale.LOG, (row, lines) -> {
                    if (!row.consumers().isEmpty()) {
                        lines.put(STREAM, STREAM_ROLE, p99(row.stream().delay()));
                    }
                    row.consumers().forEach(one -> lines.put(one.name(), role(one), p99(one.delay())));
                })
                .note("From the commit to the stream, and to the consumer's report. " + LineChart.OF_FEW);
    }

    static LineChart transactionsByConsumer(int rows) {
        return new LineChart(rows, "consumers-tps", "TPS of the stream and of each consumer")
                .axis(TRANSACTIONS, "1/s", Scale.LINEAR, (row, lines) -> {
                    if (!row.consumers().isEmpty()) {
                        SampleRow.Cdc cdc = row.stream();
                        lines.put(STREAM, STREAM_ROLE, (cdc.transactions() - cdc.heartbeats()) / row.seconds());
                    }
                    row.consumers().forEach(one -> lines.put(one.name(), role(one), one.transactionsPerSecond()));
                })
                .note("Without the tester's heartbeats.");
    }

    static LineChart behindByConsumer(int rows) {
        return new LineChart(rows, "consumers-behind", "Transactions behind the commits")
                .axis(
                        "behind",
                        TRANSACTIONS,
                        Scale.LINEAR,
                        (row, lines) ->
                                row.consumers().forEach(one -> lines.put(one.name(), role(one), (double) one.behind())))
                .note("Committed transactions that the consumer had not shown in full when the second ended.");
    }

    private static String role(SampleRow.Consumer consumer) {
        return "consumer " + consumer.name();
    }

    static LineChart transactionsByLoad(int rows) {
        return new LineChart(rows, "write-tps", "Write TPS by load")
                .axis(
                        TRANSACTIONS,
                        "1/s",
                        Scale.LINEAR,
                        (row, lines) ->
                                row.workloads().forEach(load -> lines.put(load.name(), role(load), rate(load.write()))))
                .axis("workers", "", Scale.LINEAR, Shape.STEP, (row, lines) -> {
                    SampleRow.Write write = row.write();
                    if (write != null) {
                        lines.put("workers", "other", (double) write.threads());
                    }
                });
    }

    private static @Nullable Double rate(SampleRow.Write write) {
        return write.threads() > 0 || write.transactions() > 0 ? (Double) write.transactionsPerSecond() : null;
    }

    static LineChart latencyByLoad(int rows) {
        return new LineChart(rows, "latency-loads", "Write latency p99 by load")
                .axis(
                        "latency p99",
                        MILLIS,
                        Scale.LOG,
                        (row, lines) -> row.workloads()
                                .forEach(load -> lines.put(
                                        load.name(),
                                        role(load),
                                        p99(load.write().latency()))))
                .note(LineChart.OF_FEW);
    }

    private static String role(SampleRow.Workload load) {
        return "load " + load.name();
    }

    static LineChart latency(int rows) {
        boolean[] openLoop = {false};
        return new LineChart(rows, "latency", "Write latency")
                .axis("latency", MILLIS, Scale.LOG, (row, lines) -> {
                    SampleRow.Write write = row.write();
                    if (write == null) {
                        return;
                    }
                    LineChart.percentiles(write.latency(), lines);
                    if (write.startDelay().count() > 0) {
                        openLoop[0] = true;
                        lines.put(
                                "start delay p99",
                                "start delay",
                                p99(write.startDelay().carried()));
                    }
                })
                .note(() -> openLoop[0]
                        ? "From the intended start to the acknowledged commit; the start delay is the part of it in"
                                + " which no worker was free."
                        : "In a closed loop, a stall of the server shows only once per worker.");
    }

    private static @Nullable Double p99(DurationSummary durations) {
        return LineChart.shown(durations.p99Millis());
    }
}
