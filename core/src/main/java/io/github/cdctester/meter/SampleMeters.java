// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.meter;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Publishes samples through Micrometer, once a second, in the sampler's thread. The timers receive every duration, grouped
 * by value, which costs a fraction of a µs each; nothing is recorded here while an event or a transaction is on its way.
 */
public final class SampleMeters {

    private static final String ALL_STREAMS = "all";

    private final List<StreamMeters> streams;
    private final TaggedMeters meters;
    private final @Nullable Timer latency;
    private final @Nullable Timer startDelay;

    private volatile int threads;

    /**
     * Registers the meters.
     *
     * @param registry the user's registry
     * @param workload the tag {@code workload}: the workload's name, or {@code none} where somebody else writes
     * @param streams the tag named stream: the streams' names. The write side has the only one's, or {@code all}
     * @param writes whether there is a write side
     */
    public SampleMeters(MeterRegistry registry, String workload, List<String> streams, boolean writes) {
        this.streams = streams.stream()
                .map(name -> new StreamMeters(registry, Tags.of("workload", workload, "stream", name)))
                .toList();
        meters = new TaggedMeters(
                registry, Tags.of("workload", workload, "stream", streams.size() == 1 ? streams.get(0) : ALL_STREAMS));
        latency = writes ? meters.timer("write.latency", "Commit acknowledged minus intended start") : null;
        startDelay = writes ? meters.timer("write.start.delay", "Start minus intended start, in an open loop") : null;
        if (writes) {
            meters.gauge("write.threads", "threads", "Load workers", () -> threads);
        }
    }

    /**
     * Publishes one second.
     *
     * @param sample what happened in it
     */
    public void publish(Sample sample) {
        if (streams.size() == 1) {
            streams.get(0).publish(sample.cdc());
        } else {
            for (int i = 0; i < streams.size(); i++) {
                streams.get(i).publish(sample.streams().get(i).cdc());
            }
        }
        sample.write().ifPresent(this::publish);
    }

    /** Takes the gauges out of the registry again: one of a run that has ended would go on saying its last value. */
    public void close() {
        streams.forEach(StreamMeters::close);
        meters.removeGauges();
    }

    private void publish(Sample.Write write) {
        WriteCounts counts = write.counts();
        counts.transactionsByKind()
                .forEach((kind, count) -> meters.count("write.transactions", "transactions", count, "kind", kind));
        meters.count("write.queries", "queries", counts.queries());
        counts.errorsPerCode()
                .forEach((code, count) -> meters.count("write.errors", "errors", count, "code", String.valueOf(code)));
        if (latency != null && startDelay != null) {
            TaggedMeters.record(latency, write.latency());
            TaggedMeters.record(startDelay, write.startDelay());
        }
        threads = write.threads();
    }
}
