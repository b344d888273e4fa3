// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.BaseUnits;
import org.jspecify.annotations.Nullable;

/** The meters of one consumer that is judged beside the stream. */
final class ConsumerMeters {

    private final TaggedMeters meters;
    private final Timer delay;

    private volatile long behind;

    ConsumerMeters(MeterRegistry registry, Tags tags) {
        meters = new TaggedMeters(registry, tags);
        delay = meters.timer("cdc.consumer.delay", "The consumer's report of a transaction minus its commit time");
        meters.gauge(
                "cdc.consumer.behind",
                "transactions",
                "Transactions that were committed and that the consumer has not shown whole",
                () -> behind);
    }

    void publish(ConsumerSecond second) {
        meters.count("cdc.consumer.transactions", "transactions", second.transactions());
        count("cdc.consumer.rows", "rows", second.rows());
        count("cdc.consumer.bytes", BaseUnits.BYTES, second.bytes());
        count("cdc.consumer.events", "events", second.events());
        TaggedMeters.record(delay, second.delay());
        behind = second.behind();
    }

    private void count(String name, String unit, @Nullable Long amount) {
        if (amount != null) {
            meters.count(name, unit, amount);
        }
    }

    void close() {
        meters.removeGauges();
    }
}
