// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.meter;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.BaseUnits;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Publishes samples through Micrometer, once a second, in the sampler's thread. The timers receive every duration, grouped
 * by value, which costs a fraction of a µs each; nothing is recorded here while an event or a transaction is on its way.
 */
public final class SampleMeters {

    private static final double[] PERCENTILES = {0.5, 0.95, 0.99, 0.999};

    private final MeterRegistry registry;
    private final Tags tags;
    private final Timer delay;
    private final @Nullable Timer latency;
    private final @Nullable Timer startDelay;

    private volatile long behindBytes;
    private volatile int state;
    private volatile int threads;

    /**
     * Registers the meters.
     *
     * @param registry the user's registry
     * @param workload the tag {@code workload}: the workload's name, or {@code none} where somebody else writes
     * @param stream the tag {@code stream}: the endpoint's address
     * @param writes whether there is a write side
     */
    public SampleMeters(MeterRegistry registry, String workload, String stream, boolean writes) {
        this.registry = registry;
        tags = Tags.of("workload", workload, "stream", stream);
        delay = timer("cdc.delay", "Arrival of a transaction's last byte minus its commit time");
        gauge(
                "cdc.behind.bytes",
                BaseUnits.BYTES,
                "How far the server's log is ahead of the subscriber",
                () -> behindBytes);
        gauge("cdc.state", null, "0 flowing, 1 idle, 2 stuck, 3 silent and not known why", () -> state);
        latency = writes ? timer("write.latency", "Commit acknowledged minus intended start") : null;
        startDelay = writes ? timer("write.start.delay", "Start minus intended start, in an open loop") : null;
        if (writes) {
            gauge("write.threads", "threads", "Load workers", () -> threads);
        }
    }

    /**
     * Publishes one second.
     *
     * @param sample what happened in it
     */
    public void publish(Sample sample) {
        Sample.Cdc cdc = sample.cdc();
        counter("cdc.bytes", BaseUnits.BYTES, tags).increment(cdc.counts().bytes());
        counter("cdc.transactions", "transactions", tags).increment(cdc.counts().transactions());
        cdc.counts()
                .eventsByKind()
                .forEach((kind, count) ->
                        counter("cdc.events", "events", tags.and("kind", kind)).increment(count));
        if (cdc.counts().rows() > 0) {
            counter("cdc.rows", "rows", tags).increment(cdc.counts().rows());
        }
        record(delay, cdc.delay());
        behindBytes = cdc.behindBytes();
        state = cdc.state().ordinal();
        sample.write().ifPresent(this::publish);
    }

    /** Takes the meters out of the registry again: a gauge of a run that has ended would go on saying its last value. */
    public void close() {
        for (String gauge : new String[] {"cdc.behind.bytes", "cdc.state", "write.threads"}) {
            registry.find(gauge).tags(tags).meters().forEach(registry::remove);
        }
    }

    private void publish(Sample.Write write) {
        WriteCounts counts = write.counts();
        counts.transactionsByKind()
                .forEach((kind, count) -> counter("write.transactions", "transactions", tags.and("kind", kind))
                        .increment(count));
        counter("write.queries", "queries", tags).increment(counts.queries());
        counts.errorsPerCode()
                .forEach((code, count) -> counter("write.errors", "errors", tags.and("code", String.valueOf(code)))
                        .increment(count));
        if (latency != null && startDelay != null) {
            record(latency, write.latency());
            record(startDelay, write.startDelay());
        }
        threads = write.threads();
    }

    private Timer timer(String name, String description) {
        return Timer.builder(name)
                .description(description)
                .tags(tags)
                .publishPercentiles(PERCENTILES)
                .register(registry);
    }

    private void gauge(
            String name, @Nullable String unit, String description, java.util.function.Supplier<Number> value) {
        Gauge.builder(name, value)
                .description(description)
                .baseUnit(unit)
                .tags(tags)
                .register(registry);
    }

    private Counter counter(String name, String unit, Tags with) {
        return Counter.builder(name).baseUnit(unit).tags(with).register(registry);
    }

    private static void record(Timer timer, Distribution durations) {
        durations.forEach((micros, count) -> {
            for (long i = 0; i < count; i++) {
                timer.record(micros, TimeUnit.MICROSECONDS);
            }
        });
    }
}
