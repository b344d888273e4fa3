// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.feed;

/**
 * Timestamps of a reported change, in µs since the epoch; 0 if missing.
 *
 * @param sourceMicros server's time of the change
 * @param envelopeMicros when the consumer processed the change
 * @param recordMicros time of the Kafka record
 */
public record ChangeTimes(long sourceMicros, long envelopeMicros, long recordMicros) {

    public static final ChangeTimes NONE = new ChangeTimes(0, 0, 0);

    public boolean isEmpty() {
        return sourceMicros == 0 && envelopeMicros == 0 && recordMicros == 0;
    }
}
