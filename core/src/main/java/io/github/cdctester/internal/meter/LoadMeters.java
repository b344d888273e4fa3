// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;

/** The meters of one load of the write side. */
final class LoadMeters {

    private final TaggedMeters meters;
    private final Timer latency;
    private final Timer startDelay;
    private final Timer serviceTime;

    private volatile int threads;

    LoadMeters(MeterRegistry registry, Tags tags) {
        meters = new TaggedMeters(registry, tags);
        latency = meters.timer("write.latency", "Commit acknowledged minus intended start");
        startDelay = meters.timer("write.start.delay", "Start minus intended start, in an open loop");
        serviceTime = meters.timer("write.service.time", "Commit acknowledged minus start");
        meters.gauge("write.threads", "threads", "Load workers", () -> threads);
    }

    void publish(Sample.Write write) {
        WriteCounts counts = write.counts();
        counts.transactionsByKind()
                .forEach((kind, count) -> meters.count("write.transactions", "transactions", count, "kind", kind));
        meters.count("write.queries", "queries", counts.queries());
        counts.errorsPerCode()
                .forEach((code, count) -> meters.count("write.errors", "errors", count, "code", String.valueOf(code)));
        meters.count("write.reconnects", "connections", counts.reconnects(), "cause", "broken");
        meters.count("write.reconnects", "connections", counts.plannedReconnects(), "cause", "planned");
        TaggedMeters.record(latency, write.latency());
        TaggedMeters.record(startDelay, write.startDelay());
        TaggedMeters.record(serviceTime, write.durations().serviceTime());
        threads = write.threads();
    }

    void close() {
        meters.removeGauges();
    }
}
