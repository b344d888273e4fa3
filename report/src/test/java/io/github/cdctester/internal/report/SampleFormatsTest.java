// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.internal.binlog.rows.RowKind;
import io.github.cdctester.internal.binlog.transaction.BinlogSink;
import io.github.cdctester.internal.meter.BinlogMeter;
import io.github.cdctester.internal.meter.ConsumerSecond;
import io.github.cdctester.internal.meter.MeteredLoad;
import io.github.cdctester.internal.meter.MeteredStream;
import io.github.cdctester.internal.meter.Metric;
import io.github.cdctester.internal.meter.MetricValues;
import io.github.cdctester.internal.meter.Phase;
import io.github.cdctester.internal.meter.Sample;
import io.github.cdctester.internal.meter.SampleMeters;
import io.github.cdctester.internal.meter.Sampler;
import io.github.cdctester.internal.meter.WriteMeter;
import io.github.cdctester.internal.meter.duration.Distribution;
import io.github.cdctester.internal.summary.SampleRows;
import io.github.cdctester.internal.writer.WaitingStarts;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.workload.StatementTally;
import io.micrometer.core.instrument.Measurement;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Checks a sample of two loads, two streams and two consumers in JSON, CSV and Micrometer. */
final class SampleFormatsTest {

    private static final long SECOND_NANOS = 1_000_000_000;
    private static final String STREAM_DELAY_SOURCE = "COMMIT_TIMESTAMP";
    private static final Distribution DELAYS = Distribution.of(new WaitingStarts(4, index -> (index + 1) * 1_000_000L));

    /** The second consumer reports whole transactions and no rows. */
    static final List<ConsumerSecond> CONSUMERS = List.of(
            consumer("orders", 4, 10L, 1_000L, 20L, DELAYS, 7),
            consumer("stock", 0, null, null, null, Distribution.EMPTY, 9));

    private static ConsumerSecond consumer(
            String name,
            long transactions,
            @Nullable Long rows,
            @Nullable Long bytes,
            @Nullable Long events,
            Distribution delay,
            long behind) {
        MetricValues values = MetricValues.of(Metric.Subject.CONSUMER)
                .with(Metric.CONSUMER_TRANSACTIONS, transactions)
                .with(Metric.CONSUMER_ROWS, rows)
                .with(Metric.CONSUMER_BYTES, bytes)
                .with(Metric.CONSUMER_EVENTS, events)
                .with(Metric.CONSUMER_BEHIND, behind)
                .with(Metric.CONSUMER_DELAY, delay);
        return new ConsumerSecond(name, "ACKNOWLEDGED", values);
    }

    private static WriteMeter writes(int transactions) {
        WriteMeter meter = new WriteMeter(List.of("new_order", "payment"), true);
        StatementTally tally = new StatementTally();
        tally.read();
        tally.write();
        tally.write();
        tally.other();
        for (int i = 0; i < transactions; i++) {
            meter.transaction(i % 2, 0, 1_000_000, 3_000_000, tally);
        }
        meter.error(1213);
        meter.reconnected();
        meter.connectionRenewed();
        return meter;
    }

    private static BinlogMeter stream(int transactions) {
        BinlogMeter meter = new BinlogMeter(DelaySource.COMMIT_TIMESTAMP);
        for (int i = 0; i < transactions; i++) {
            meter.event(33, 79);
            meter.event(30, 1_500_000);
            meter.onRows("test.sbtest1", RowKind.INSERT, 2);
            meter.event(16, 31);
            meter.transactionEnd(1_000, BinlogSink.UNKNOWN_MICROS, 3_000, 3_000);
        }
        meter.event(33, 79);
        meter.event(16, 31);
        meter.heartbeatEnd(1, 1_000, 2_000);
        meter.readEnd("binlog.000001", 99, 3_000);
        return meter;
    }

    private static Sample sample() {
        Sampler sampler = new Sampler(
                List.of(
                        new MeteredLoad("tpcc", writes(4), 16, () -> true),
                        new MeteredLoad("script", writes(2), 8, () -> true)),
                List.of(
                        new MeteredStream("a:3306", stream(3), () -> new MeteredStream.Backlog(1_000, 2_500), () -> 0),
                        new MeteredStream("b:3306", stream(1), () -> new MeteredStream.Backlog(-1, 7_000), () -> 0)));
        sampler.start(5 * SECOND_NANOS);
        return sampler.tick(Phase.MEASURE, 7 * SECOND_NANOS);
    }

    private static SampleRow row() {
        return SampleRows.of(sample(), STREAM_DELAY_SOURCE, Map.of("pool", 1.5), CONSUMERS);
    }

    @Test
    void writesJson() throws IOException {
        String json = JsonRecords.line(row()).replaceAll("Histogram\":\"HIST[^\"]+", "Histogram\":\"HIST");
        assertThat(ResultJson.COMPACT.readTree(json)).isEqualTo(ResultJson.COMPACT.readTree(expected("second.json")));
    }

    @Test
    void writesCsv() throws IOException {
        StringWriter csv = new StringWriter();
        SamplesCsv.write(List.of(row()), csv);
        String[] lines = csv.toString().split("\n");
        String[] names = lines[0].split(",");
        String[] values = lines[1].split(",", -1);
        StringBuilder columns = new StringBuilder();
        for (int i = 0; i < names.length; i++) {
            columns.append(names[i]).append(" = ").append(values[i]).append('\n');
        }
        assertThat(columns.toString()).isEqualTo(expected("second-csv.txt"));
    }

    @Test
    void publishesMeters() throws IOException {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        SampleMeters meters = new SampleMeters(
                registry, List.of("tpcc", "script"), List.of("a:3306", "b:3306"), List.of("orders", "stock"));
        meters.publish(sample());
        meters.publish(CONSUMERS);
        assertThat(meterLines(registry)).isEqualTo(expected("second-meters.txt"));
    }

    private static String meterLines(SimpleMeterRegistry registry) {
        List<String> lines = new ArrayList<>();
        for (Meter meter : registry.getMeters()) {
            Meter.Id id = meter.getId();
            lines.add(id.getName() + " "
                    + id.getTags().stream().map(SampleFormatsTest::tag).collect(Collectors.joining(" ", "{", "}"))
                    + " " + id.getType() + " unit=" + id.getBaseUnit() + " " + id.getDescription() + ": "
                    + StreamSupport.stream(meter.measure().spliterator(), false)
                            .map(SampleFormatsTest::value)
                            .collect(Collectors.joining(" ")));
        }
        return lines.stream().sorted().collect(Collectors.joining("\n", "", "\n"));
    }

    private static String tag(Tag tag) {
        return tag.getKey() + "=" + tag.getValue();
    }

    private static String value(Measurement measurement) {
        return measurement.getStatistic() + "=" + Math.round(measurement.getValue() * 1e6) / 1e6;
    }

    private static String expected(String name) throws IOException {
        try (InputStream in = SampleFormatsTest.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
