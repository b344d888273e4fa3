// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.chart;

import io.github.cdctester.internal.report.compose.chart.LineChart.Reader;
import io.github.cdctester.internal.report.document.Axis.Scale;
import io.github.cdctester.internal.report.document.Series.Shape;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.result.summary.DurationSummary;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Charts with one line per stream, load or consumer, and the latency charts. */
final class LineCharts {

    /** Contains a blank, so that it differs from every consumer's name. */
    private static final String STREAM = "the stream";

    /** Grey, so that a consumer has the same colour in charts with and without the stream. */
    private static final String STREAM_ROLE = "baseline";

    private static final String DELAY = "DT p99";
    private static final String TRANSACTIONS = "transactions";
    private static final String MILLIS = "ms";

    private LineCharts() {}

    static List<LineChart> byStream(int rows) {
        return List.of(
                new LineChart(rows, "streams-dt", "DT p99 by stream")
                        .axis(DELAY, MILLIS, Scale.LOG, streamReader(cdc -> p99(cdc.delay())))
                        .note(LineChart.P99_NOTE),
                new LineChart(rows, "streams-bps", "BPS by stream")
                        .axis("BPS", "MB/s", Scale.LINEAR, streamReader(cdc -> cdc.bytesPerSecond() / TimeChart.MB)));
    }

    private static Reader streamReader(Function<SampleRow.Cdc, @Nullable Double> value) {
        return (row, lines) -> row.streams()
                .forEach(stream -> lines.put(stream.name(), "stream " + stream.name(), value.apply(stream.cdc())));
    }

    /** {@code streamsDivideLog} is true if the streams read parts of the same log. */
    static List<LineChart> byConsumer(int rows, boolean streamsDivideLog) {
        // consumers read the log of the first of several complete streams
        Function<SampleRow, SampleRow.Cdc> stream =
                row -> streamsDivideLog || row.streams().isEmpty()
                        ? row.stream()
                        : row.streams().get(0).cdc();
        return List.of(
                new LineChart(rows, "consumers-dt", "DT p99 at the stream and at each consumer")
                        .axis(
                                DELAY,
                                MILLIS,
                                Scale.LOG,
                                consumerReader(
                                        row -> p99(stream.apply(row).delay()), consumer -> p99(consumer.delay())))
                        .note("From the commit to the stream, and to the consumer's report. " + LineChart.P99_NOTE),
                new LineChart(rows, "consumers-tps", "TPS of the stream and of each consumer")
                        .axis(
                                TRANSACTIONS,
                                "1/s",
                                Scale.LINEAR,
                                consumerReader(
                                        row -> transactionsWithoutHeartbeats(stream.apply(row)) / row.seconds(),
                                        SampleRow.Consumer::transactionsPerSecond))
                        .note("Without the tester's heartbeats."),
                new LineChart(rows, "consumers-behind", "Transactions behind the commits")
                        .axis("behind", TRANSACTIONS, Scale.LINEAR, consumerReader(null, consumer ->
                                (double) consumer.behind()))
                        .note(
                                "Committed transactions that the consumer had not completely reported at the end of the second."));
    }

    /** Adds one line per consumer, and a line for the stream if {@code stream} is not {@code null}. */
    private static Reader consumerReader(
            @Nullable Function<SampleRow, @Nullable Double> stream,
            Function<SampleRow.Consumer, @Nullable Double> value) {
        return (row, lines) -> {
            if (stream != null && !row.consumers().isEmpty()) {
                lines.put(STREAM, STREAM_ROLE, stream.apply(row));
            }
            row.consumers()
                    .forEach(consumer ->
                            lines.put(consumer.name(), "consumer " + consumer.name(), value.apply(consumer)));
        };
    }

    private static double transactionsWithoutHeartbeats(SampleRow.Cdc cdc) {
        return cdc.transactions() - cdc.heartbeats();
    }

    static LineChart transactionsByLoad(int rows) {
        return new LineChart(rows, "write-tps", "Write TPS by load")
                .axis(TRANSACTIONS, "1/s", Scale.LINEAR, loadReader(LineCharts::transactionRate))
                .axis("workers", "", Scale.LINEAR, Shape.STEP, (row, lines) -> {
                    SampleRow.Write write = row.write();
                    if (write != null) {
                        lines.put("workers", "other", (double) write.threads());
                    }
                });
    }

    private static @Nullable Double transactionRate(SampleRow.Write write) {
        return write.threads() > 0 || write.transactions() > 0 ? (Double) write.transactionsPerSecond() : null;
    }

    static LineChart latencyByLoad(int rows) {
        return new LineChart(rows, "latency-loads", "Write latency p99 by load")
                .axis("latency p99", MILLIS, Scale.LOG, loadReader(write -> p99(write.latency())))
                .note(LineChart.P99_NOTE);
    }

    private static Reader loadReader(Function<SampleRow.Write, @Nullable Double> value) {
        return (row, lines) -> row.workloads()
                .forEach(load -> lines.put(load.name(), "load " + load.name(), value.apply(load.write())));
    }

    static LineChart latency(int rows) {
        boolean[] isOpenLoop = {false};
        return new LineChart(rows, "latency", "Write latency")
                .axis("latency", MILLIS, Scale.LOG, (row, lines) -> {
                    SampleRow.Write write = row.write();
                    if (write == null) {
                        return;
                    }
                    LineChart.putPercentiles(write.latency(), lines);
                    if (write.startDelay().count() > 0) {
                        isOpenLoop[0] = true;
                        lines.put(
                                "start delay p99",
                                "start delay",
                                p99(write.startDelay().withoutUnreliablePercentiles()));
                    }
                })
                .note(() -> isOpenLoop[0]
                        ? "From the intended start to the acknowledged commit; the start delay is the part of it in"
                                + " which no worker was free."
                        : "In a closed loop, a stall of the server shows only once per worker.");
    }

    private static @Nullable Double p99(DurationSummary durations) {
        return LineChart.onLogAxis(durations.p99Millis());
    }
}
