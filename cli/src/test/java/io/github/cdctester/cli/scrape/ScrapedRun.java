// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.scrape;

import io.github.cdctester.internal.meter.ConsumerSecond;
import io.github.cdctester.internal.meter.Metric;
import io.github.cdctester.internal.meter.MetricValues;
import io.github.cdctester.internal.meter.Phase;
import io.github.cdctester.internal.meter.ProbeMeters;
import io.github.cdctester.internal.meter.Sample;
import io.github.cdctester.internal.meter.SampleMeters;
import io.github.cdctester.internal.meter.StreamState;
import io.github.cdctester.internal.meter.duration.Distribution;
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

/** Metrics that Prometheus reads after one second of a run. */
final class ScrapedRun {

    private static final Pattern SAMPLE = Pattern.compile("(?m)^([a-z_]+)(?:\\{(.*)})? \\S+$");
    private static final Pattern LABEL = Pattern.compile("([a-z_]+)=\"");

    private final List<MatchResult> samples;

    private ScrapedRun(String text) {
        samples = SAMPLE.matcher(text).results().toList();
    }

    static ScrapedRun of(String text) {
        return new ScrapedRun(text);
    }

    /** Each histogram contains three values of {@code millis}. */
    static void publish(MeterRegistry registry, long millis) {
        Distribution durations = Distribution.of(new WaitingStarts(3, index -> millis * 1_000_000));
        MetricValues stream = MetricValues.of(Metric.Subject.STREAM)
                .with(Metric.BYTES, 110)
                .with(Metric.TRANSACTIONS, 1)
                .with(Metric.EVENTS, Map.of("WRITE_ROWS", 1L, "XID", 1L))
                .with(Metric.ROWS, 1)
                .with(Metric.STATE, StreamState.FLOWING.ordinal())
                .with(Metric.BEHIND_BYTES, 300)
                .with(Metric.UNREAD_MILLIS, 0)
                .with(Metric.DELAY, durations);
        MetricValues write = MetricValues.of(Metric.Subject.WRITE)
                .with(Metric.THREADS, 16)
                .with(Metric.WRITE_TRANSACTIONS, Map.of("insert", 3L))
                .with(Metric.QUERIES, 3)
                .with(Metric.ERRORS, Map.of("1213", 1L))
                .with(Metric.RECONNECTS, 1)
                .with(Metric.LATENCY, durations)
                .with(Metric.START_DELAY, durations)
                .with(Metric.SERVICE_TIME, durations);
        MetricValues consumer = MetricValues.of(Metric.Subject.CONSUMER)
                .with(Metric.CONSUMER_TRANSACTIONS, 3)
                .with(Metric.CONSUMER_ROWS, 3)
                .with(Metric.CONSUMER_BYTES, 330)
                .with(Metric.CONSUMER_EVENTS, 6)
                .with(Metric.CONSUMER_BEHIND, 2)
                .with(Metric.CONSUMER_DELAY, durations);
        SampleMeters meters = new SampleMeters(registry, List.of("oltp_insert"), List.of("db:3306"), List.of("orders"));
        meters.publish(new Sample(1, Phase.MEASURE, 1, Optional.of(write), stream, List.of(), List.of()));
        meters.publish(List.of(new ConsumerSecond("orders", "COMMIT_TIMESTAMP", consumer)));
        new ProbeMeters(registry).publish("pool", null, Map.of("pool", 1.0));
    }

    Set<String> names() {
        return samples.stream().map(sample -> sample.group(1)).collect(Collectors.toCollection(TreeSet::new));
    }

    Set<String> labels(String name) {
        return samples.stream()
                .filter(sample -> sample.group(1).equals(name) && sample.group(2) != null)
                .flatMap(sample -> LABEL.matcher(sample.group(2)).results())
                .map(label -> label.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
