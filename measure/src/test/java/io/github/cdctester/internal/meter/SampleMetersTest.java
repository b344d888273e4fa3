// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.binlog.transaction.BinlogSink;
import io.github.cdctester.internal.meter.duration.Distribution;
import io.github.cdctester.internal.meter.duration.DistributionTest;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SampleMetersTest {

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    @Test
    void countsSamples() {
        SampleMeters meters = new SampleMeters(registry, List.of("oltp_insert"), List.of("db:3306"), List.of());
        meters.publish(sample(2));
        meters.publish(sample(3));
        assertThat(counter("cdc.bytes")).isEqualTo(5 * 110);
        assertThat(counter("cdc.transactions")).isEqualTo(5);
        assertThat(counter("cdc.events", "kind", "GTID")).isEqualTo(5);
        assertThat(counter("cdc.events", "kind", "XID")).isEqualTo(5);
        assertThat(counter("write.transactions", "kind", "insert")).isEqualTo(14);
        assertThat(counter("write.queries")).isEqualTo(2 * (1 + 2 + 4));
        assertThat(counter("write.errors", "code", "1213")).isEqualTo(6);
        assertThat(counter("write.reconnects", "cause", "broken")).isEqualTo(6);
        assertThat(counter("write.reconnects", "cause", "planned")).isEqualTo(10);
        assertThat(registry.get("cdc.behind.bytes").gauge().value()).isEqualTo(300);
        assertThat(registry.get("cdc.state").gauge().value()).isEqualTo(2);
        assertThat(registry.get("cdc.unread.age").gauge().value()).isEqualTo(2.5);
        assertThat(registry.get("write.threads").gauge().value()).isEqualTo(16);
    }

    @Test
    void showsRatesOfLastSample() {
        SampleMeters meters = new SampleMeters(registry, List.of("oltp_insert"), List.of("db:3306"), List.of());
        meters.publish(sample(2));
        Sample last = sample(3);
        meters.publish(new Sample(2, last.phase(), 2, last.write(), last.cdc(), last.streams(), last.loads()));
        assertThat(rate("cdc.bps")).isEqualTo(3 * 110 / 2.0);
        assertThat(rate("cdc.tps")).isEqualTo(3 / 2.0);
        assertThat(rate("cdc.eps")).isEqualTo(last.cdc().get(Metric.EVENTS) / 2);
        assertThat(rate("write.tps")).isEqualTo(last.write().orElseThrow().get(Metric.WRITE_TRANSACTIONS) / 2);
        assertThat(rate("write.qps")).isEqualTo(last.write().orElseThrow().get(Metric.QUERIES) / 2);
    }

    @Test
    void rateOfSampleWithoutDurationIsUnknown() {
        SampleMeters meters = new SampleMeters(registry, List.of("oltp_insert"), List.of("db:3306"), List.of());
        Sample last = sample(3);
        meters.publish(new Sample(2, last.phase(), 0, last.write(), last.cdc(), last.streams(), last.loads()));
        assertThat(rate("cdc.bps")).isEqualTo(-1);
    }

    private double rate(String name) {
        return registry.get(name).gauge().value();
    }

    /** A state has no unit. Micrometer creates the gauges of percentiles. */
    @Test
    void describesEachMeter() {
        SampleMeters meters =
                new SampleMeters(registry, List.of("oltp_insert"), List.of("db:3306"), List.of("consumer"));
        meters.publish(sample(2));
        List<Meter.Id> ids = registry.getMeters().stream()
                .map(Meter::getId)
                .filter(id -> !id.getName().endsWith(".percentile"))
                .toList();
        assertThat(ids).hasSizeGreaterThan(20);
        assertThat(ids)
                .allSatisfy(
                        id -> assertThat(id.getDescription()).as(id.getName()).isNotBlank());
        assertThat(ids)
                .filteredOn(id -> id.getBaseUnit() == null)
                .extracting(Meter.Id::getName)
                .containsOnly("cdc.state", "cdc.phase");
    }

    @Test
    void recordsEveryDuration() {
        SampleMeters meters = new SampleMeters(registry, List.of("oltp_insert"), List.of("db:3306"), List.of());
        meters.publish(sample(1));
        assertThat(registry.get("cdc.delay").timer().count()).isEqualTo(3);
        assertThat(registry.get("cdc.delay").timer().totalTime(TimeUnit.MICROSECONDS))
                .isEqualTo(10 + 10 + 400, within(0.001));
        assertThat(registry.get("cdc.delay").timer().max(TimeUnit.MICROSECONDS)).isEqualTo(400, within(0.001));
        assertThat(registry.get("cdc.delay").timer().takeSnapshot().percentileValues())
                .hasSize(4);
        assertThat(registry.get("write.latency").timer().count()).isEqualTo(2);
        assertThat(registry.get("write.start.delay").timer().count()).isEqualTo(1);
        assertThat(registry.get("write.service.time").timer().count()).isEqualTo(1);
    }

    @Test
    void tagsEveryMeterAndNamesItsUnit() {
        SampleMeters meters = new SampleMeters(registry, List.of("oltp_insert"), List.of("db:3306"), List.of());
        meters.publish(sample(1));
        // the gauges of a timer's percentiles also have the timer's tags
        assertThat(registry.getMeters()).allSatisfy(meter -> {
            assertThat(meter.getId().getTag("workload")).isEqualTo("oltp_insert");
            assertThat(meter.getId().getTag("stream")).isEqualTo("db:3306");
        });
        Map<String, String> units = Map.of(
                "cdc.bytes", "bytes",
                "cdc.behind.bytes", "bytes",
                "cdc.events", "events",
                "cdc.transactions", "transactions",
                "cdc.delay", "seconds",
                "write.transactions", "transactions",
                "write.queries", "queries",
                "write.errors", "errors",
                "write.threads", "threads",
                "write.latency", "seconds");
        units.forEach(
                (name, unit) -> assertThat(registry.get(name).meter().getId().getBaseUnit())
                        .as(name)
                        .isEqualTo(unit));
    }

    @Test
    void hasNoWriteMetersIfRunHasNoLoad() {
        SampleMeters meters = new SampleMeters(registry, List.of(), List.of("db:3306"), List.of());
        Sample sample = sample(1);
        meters.publish(new Sample(1, Phase.MEASURE, 1, Optional.empty(), sample.cdc(), List.of(), List.of()));
        assertThat(names()).contains("cdc.delay", "cdc.bytes").noneMatch(name -> name.startsWith("write."));
    }

    @Test
    void closeRemovesOnlyGaugesOfItsStream() {
        SampleMeters otherMeters = new SampleMeters(registry, List.of("oltp_insert"), List.of("other:3306"), List.of());
        SampleMeters meters = new SampleMeters(registry, List.of("oltp_insert"), List.of("db:3306"), List.of());
        otherMeters.publish(sample(1));
        meters.publish(sample(1));
        meters.close();
        assertThat(registry.find("cdc.state").tag("stream", "db:3306").gauge()).isNull();
        assertThat(registry.find("cdc.behind.bytes").tag("stream", "db:3306").gauge())
                .isNull();
        assertThat(registry.find("write.threads").tag("stream", "db:3306").gauge())
                .isNull();
        assertThat(registry.find("cdc.state").tag("stream", "other:3306").gauge())
                .isNotNull();
        assertThat(registry.find("cdc.bytes").tag("stream", "db:3306").counter())
                .isNotNull();
    }

    @Test
    void hasMetersForEachStream() {
        SampleMeters meters = new SampleMeters(registry, List.of("oltp_insert"), List.of("a", "b"), List.of());
        Sample first = sample(2);
        Sample second = sample(3);
        meters.publish(new Sample(
                1,
                Phase.MEASURE,
                1,
                first.write(),
                MetricValues.merge(List.of(first.cdc(), second.cdc())),
                List.of(new Sample.NamedValues("a", first.cdc()), new Sample.NamedValues("b", second.cdc())),
                List.of()));
        assertThat(counter("cdc.transactions", "stream", "a")).isEqualTo(2);
        assertThat(counter("cdc.transactions", "stream", "b")).isEqualTo(3);
        assertThat(counter("write.queries", "stream", "all")).isEqualTo(7);
        meters.close();
        assertThat(registry.find("cdc.state").gauges()).isEmpty();
    }

    @Test
    void marksWarmUpMeasureAndDrain() {
        SampleMeters meters = new SampleMeters(registry, List.of("oltp_insert"), List.of("db:3306"), List.of());
        meters.publish(sampleIn(Phase.WARM_UP));
        assertThat(phases()).isEqualTo(Map.of("warm-up", 1.0));
        meters.publish(sampleIn(Phase.MEASURE));
        meters.publish(sampleIn(Phase.MEASURE));
        assertThat(phases()).isEqualTo(Map.of("warm-up", 0.0, "measure", 1.0));
        meters.publish(sampleIn(Phase.DRAIN));
        assertThat(phases()).isEqualTo(Map.of("warm-up", 0.0, "measure", 0.0, "drain", 1.0));
        meters.close();
        assertThat(phases()).isEmpty();
    }

    @Test
    void marksNamedPhasesInsteadOfMeasure() {
        SampleMeters meters = new SampleMeters(registry, List.of("oltp_insert"), List.of("a", "b"), List.of());
        meters.beginPhase("load \"1\"");
        meters.publish(sampleIn(Phase.MEASURE, "a", "b"));
        assertThat(phases()).isEqualTo(Map.of("load \"1\"", 1.0));
        meters.endPhase();
        meters.publish(sampleIn(Phase.MEASURE, "a", "b"));
        assertThat(phases()).as("between two phases").isEqualTo(Map.of("load \"1\"", 0.0));
        meters.beginPhase("idle");
        meters.endPhase();
        meters.beginPhase("load \"1\"");
        assertThat(phases()).isEqualTo(Map.of("load \"1\"", 1.0, "idle", 0.0));
        meters.endPhase();
        meters.publish(sampleIn(Phase.DRAIN, "a", "b"));
        assertThat(phases()).isEqualTo(Map.of("load \"1\"", 0.0, "idle", 0.0, "drain", 1.0));
        assertThat(registry.get("cdc.phase").tag("stream", "all").gauges()).hasSize(3);
        meters.close();
        assertThat(phases()).isEmpty();
    }

    @Test
    void hasMetersForEachConsumer() {
        SampleMeters meters =
                new SampleMeters(registry, List.of("oltp_insert"), List.of("a", "b"), List.of("orders", "stock"));
        meters.publish(List.of(
                consumer("orders", 3, 5L, 40),
                consumer("stock", 2, null, 7),
                consumer("nobody", 9, 9L, 9))); // a consumer without meters is skipped
        meters.publish(List.of(consumer("orders", 4, 6L, 30)));
        assertThat(counter("cdc.consumer.transactions", "consumer", "orders")).isEqualTo(7);
        assertThat(counter("cdc.consumer.transactions", "consumer", "stock")).isEqualTo(2);
        assertThat(counter("cdc.consumer.rows", "consumer", "orders")).isEqualTo(11);
        assertThat(counter("cdc.consumer.bytes", "consumer", "orders")).isEqualTo(110);
        assertThat(counter("cdc.consumer.events", "consumer", "orders")).isEqualTo(22);
        assertThat(registry.find("cdc.consumer.rows").tag("consumer", "stock").counter())
                .as("rows were not reported")
                .isNull();
        assertThat(registry.find("cdc.consumer.transactions")
                        .tag("consumer", "nobody")
                        .counter())
                .isNull();
        assertThat(registry.get("cdc.consumer.delay")
                        .tags("consumer", "orders", "stream", "a", "workload", "oltp_insert")
                        .timer()
                        .count())
                .isEqualTo(4);
        assertThat(registry.get("cdc.consumer.behind")
                        .tag("consumer", "orders")
                        .gauge()
                        .value())
                .isEqualTo(30);
        meters.close();
        assertThat(registry.find("cdc.consumer.behind").gauges()).isEmpty();
        assertThat(registry.find("cdc.consumer.delay").timers()).hasSize(2);
    }

    private static ConsumerSecond consumer(String name, long transactions, @Nullable Long rows, long behind) {
        MetricValues values = MetricValues.of(Metric.Subject.CONSUMER)
                .with(Metric.CONSUMER_TRANSACTIONS, transactions)
                .with(Metric.CONSUMER_ROWS, rows)
                .with(Metric.CONSUMER_BYTES, rows == null ? null : (Long) (10 * rows))
                .with(Metric.CONSUMER_EVENTS, rows == null ? null : (Long) (2 * rows))
                .with(Metric.CONSUMER_BEHIND, behind)
                .with(Metric.CONSUMER_DELAY, DistributionTest.distribution(10, 400));
        return new ConsumerSecond(name, "COMMIT_TIMESTAMP", values);
    }

    private static Sample sampleIn(Phase phase, String... streams) {
        Sample template = sample(1);
        return new Sample(
                1,
                phase,
                1,
                template.write(),
                template.cdc(),
                Stream.of(streams)
                        .map(name -> new Sample.NamedValues(name, template.cdc()))
                        .toList(),
                List.of());
    }

    private Map<String, Double> phases() {
        return registry.find("cdc.phase").gauges().stream()
                .collect(Collectors.toMap(gauge -> String.valueOf(gauge.getId().getTag("phase")), Gauge::value));
    }

    private double counter(String name, String... tags) {
        return registry.get(name).tags(tags).counter().count();
    }

    private Set<String> names() {
        return registry.getMeters().stream()
                .map(Meter::getId)
                .map(Meter.Id::getName)
                .collect(Collectors.toSet());
    }

    private static Sample sample(int transactions) {
        BinlogMeter stream = new BinlogMeter(DelaySource.COMMIT_TIMESTAMP);
        for (int i = 0; i < transactions; i++) {
            stream.event(33, 79);
            stream.event(16, 31);
            stream.transactionEnd(0, BinlogSink.UNKNOWN_MICROS, 1, 1);
        }
        LogPosition position = new LogPosition("binlog.000001", 4);
        stream.readEnd(position.file(), position.offset(), 1);
        StreamCounts counts = stream.snapshot().counts();
        Distribution delay = DistributionTest.distribution(10, 10, 400);
        WriteCounts writes = new WriteCounts(
                Map.of("insert", 7L),
                Map.of(1213, 3L),
                Map.of(
                        Metric.READS,
                        1L,
                        Metric.WRITES,
                        2L,
                        Metric.OTHER,
                        4L,
                        Metric.RECONNECTS,
                        3L,
                        Metric.PLANNED_RECONNECTS,
                        5L,
                        Metric.LOGGED_TRANSACTIONS,
                        7L));
        MetricValues write = writes.values()
                .with(Metric.THREADS, 16)
                .with(Metric.LATENCY, DistributionTest.distribution(1, 2))
                .with(Metric.START_DELAY, DistributionTest.distribution(1))
                .with(Metric.SERVICE_TIME, DistributionTest.distribution(1));
        MetricValues cdc = counts.toValues()
                .with(Metric.DELAY, delay)
                .with(Metric.STATE, StreamState.STUCK.ordinal())
                .with(Metric.BEHIND_BYTES, 300)
                .with(Metric.UNREAD_MILLIS, 2_500);
        return new Sample(1, Phase.MEASURE, 1, Optional.of(write), cdc, List.of(), List.of());
    }
}
