// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.feed;

/**
 * The timestamps in a report about a change, in µs since the epoch; 0 if missing.
 *
 * @param source the server's time of the change
 * @param envelope the consumer's time when it processed the change
 * @param record the time of the record in Kafka
 */
public record ChangeTimes(long source, long envelope, long record) {

    public static final ChangeTimes NONE = new ChangeTimes(0, 0, 0);

    public boolean isEmpty() {
        return source == 0 && envelope == 0 && record == 0;
    }
}
