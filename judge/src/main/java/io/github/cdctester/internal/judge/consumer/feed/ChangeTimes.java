// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.feed;

/**
 * The timestamps in a report about a change, in µs since the epoch; 0 if missing.
 *
 * @param sourceMicros the server's time of the change
 * @param envelopeMicros the consumer's time when it processed the change
 * @param recordMicros the time of the record in Kafka
 */
public record ChangeTimes(long sourceMicros, long envelopeMicros, long recordMicros) {

    public static final ChangeTimes NONE = new ChangeTimes(0, 0, 0);

    public boolean isEmpty() {
        return sourceMicros == 0 && envelopeMicros == 0 && recordMicros == 0;
    }
}
