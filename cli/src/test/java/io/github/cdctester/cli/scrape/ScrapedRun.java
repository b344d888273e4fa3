// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.scrape;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.internal.binlog.BinlogSink;
import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.binlog.rows.RowKind;
import io.github.cdctester.internal.meter.BinlogMeter;
import io.github.cdctester.internal.meter.ConsumerSecond;
import io.github.cdctester.internal.meter.Distribution;
import io.github.cdctester.internal.meter.Phase;
import io.github.cdctester.internal.meter.ProbeMeters;
import io.github.cdctester.internal.meter.Sample;
import io.github.cdctester.internal.meter.SampleMeters;
import io.github.cdctester.internal.meter.StreamState;
import io.github.cdctester.internal.meter.WriteCounts;
import io.github.cdctester.internal.meter.WriteDurations;
import io.github.cdctester.internal.writer.WaitingStarts;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A second of a run that has everything, and what Prometheus reads of it. */
final class ScrapedRun {

    private static final Pattern SAMPLE = Pattern.compile("(?m)^([a-z_]+)(?:\\{(.*)})? \\S+$");
    private static final Pattern LABEL = Pattern.compile("([a-z_]+)=\"");

    private final List<MatchResult> samples;

    private ScrapedRun(String scraped) {
        samples = SAMPLE.matcher(scraped).results().toList();
    }

    static ScrapedRun of(String scraped) {
        return new ScrapedRun(scraped);
    }

    /** Three transactions of so many ms each. */
    static void publish(MeterRegistry registry, long millis) {
        Distribution durations = Distribution.of(new WaitingStarts(3, place -> millis * 1_000_000));
        BinlogMeter stream = new BinlogMeter(DelaySource.COMMIT_TIMESTAMP);
        stream.event(30, 79);
        stream.rows("shop.orders", RowKind.INSERT, 1);
        stream.event(16, 31);
        stream.transactionEnd(0, BinlogSink.UNKNOWN_MICROS, 1, 1);
        stream.readEnd("binlog.000001", 4, 1);
        WriteCounts counts = new WriteCounts(Map.of("insert", 3L), 0, 3, 0, Map.of(1213, 1L), 1, 0, 0, 3, 0, 0);
        SampleMeters meters = new SampleMeters(registry, List.of("oltp_insert"), List.of("db:3306"), List.of("orders"));
        meters.publish(new Sample(
                1,
                Phase.MEASURE,
                1,
                Optional.of(
                        new Sample.Write(counts, new WriteDurations(durations, durations, durations, Map.of()), 16)),
                new Sample.Cdc(
                        stream.snapshot().counts(),
                        durations,
                        StreamState.FLOWING,
                        300,
                        0,
                        new LogPosition("binlog.000001", 4)),
                List.of()));
        meters.publish(List.of(new ConsumerSecond("orders", 3, 3L, 330L, 6L, "COMMIT_TIMESTAMP", durations, 2)));
        new ProbeMeters(registry).publish("pool", null, Map.of("pool", 1.0));
    }

    /** What is scraped. */
    Set<String> names() {
        return samples.stream().map(sample -> sample.group(1)).collect(Collectors.toCollection(TreeSet::new));
    }

    /** The labels that a name has. */
    Set<String> labels(String name) {
        return samples.stream()
                .filter(sample -> sample.group(1).equals(name) && sample.group(2) != null)
                .flatMap(sample -> LABEL.matcher(sample.group(2)).results())
                .map(label -> label.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
