// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.BaseUnits;

/** The meters of one stream. */
final class StreamMeters {

    private final TaggedMeters meters;
    private final Timer delay;

    private volatile long behindBytes;
    private volatile double unreadSeconds;
    private volatile int state;

    StreamMeters(MeterRegistry registry, Tags tags) {
        meters = new TaggedMeters(registry, tags);
        delay = meters.timer("cdc.delay", "Arrival of a transaction's last byte minus its commit time");
        meters.gauge(
                "cdc.behind.bytes",
                BaseUnits.BYTES,
                "How far the server's log is ahead of the subscriber",
                () -> behindBytes);
        meters.gauge(
                "cdc.unread.age", "seconds", "Age of the oldest thing that is known to be unread", () -> unreadSeconds);
        meters.gauge("cdc.state", null, "0 flowing, 1 idle, 2 stuck, 3 silent and not known why", () -> state);
    }

    void publish(Sample.Cdc cdc) {
        meters.count("cdc.bytes", BaseUnits.BYTES, cdc.counts().bytes());
        meters.count("cdc.transactions", "transactions", cdc.counts().transactions());
        cdc.counts().eventsByKind().forEach((kind, count) -> meters.count("cdc.events", "events", count, "kind", kind));
        if (cdc.counts().rows() > 0) {
            meters.count("cdc.rows", "rows", cdc.counts().rows());
        }
        TaggedMeters.record(delay, cdc.delay());
        behindBytes = cdc.behindBytes();
        unreadSeconds = cdc.unreadMicros() / 1e6;
        state = cdc.state().ordinal();
    }

    void close() {
        meters.removeGauges();
    }
}
