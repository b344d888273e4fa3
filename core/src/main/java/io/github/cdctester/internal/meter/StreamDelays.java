// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import io.github.cdctester.internal.binlog.BinlogSink;

/**
 * The delays of one stream: at the last byte of a transaction, at its first, and from the server where it was first made.
 * Nearly all transactions arrive in one read; only for the others is the first byte recorded apart.
 */
final class StreamDelays {

    private final DurationBatch inOneRead = new DurationBatch();
    private final DurationBatch lastOfMany = new DurationBatch();
    private final DurationBatch firstOfMany = new DurationBatch();
    private final DurationBatch endToEnd = new DurationBatch();

    void record(long commitMicros, long originalMicros, long firstArrivalMicros, long arrivalMicros) {
        if (firstArrivalMicros == arrivalMicros) {
            inOneRead.record(arrivalMicros - commitMicros);
        } else {
            lastOfMany.record(arrivalMicros - commitMicros);
            firstOfMany.record(firstArrivalMicros - commitMicros);
        }
        if (originalMicros != BinlogSink.UNKNOWN_MICROS) {
            endToEnd.record(arrivalMicros - originalMicros);
        }
    }

    /** Lets the reading thread see what was recorded. */
    void flush() {
        inOneRead.flush();
        lastOfMany.flush();
        firstOfMany.flush();
        endToEnd.flush();
    }

    DelayParts take() {
        Distribution single = inOneRead.take();
        return new DelayParts(single.plus(lastOfMany.take()), single.plus(firstOfMany.take()), endToEnd.take());
    }
}
