// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.fault;

import io.github.cdctester.fault.StreamEvent;
import io.github.cdctester.fault.StreamFault;
import io.github.cdctester.fault.StreamOut;
import io.github.cdctester.fault.StreamTransaction;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.function.Predicate;

/** Simulates a server clock that is changed during the run. Checksums stay correct. */
public final class SteppedClock implements StreamFault {

    /** Offset in the body of a GTID event: after flags, source, number and logical timestamps. */
    private static final int COMMIT_TIME_OFFSET = 1 + 16 + 8 + 1 + 8 + 8;

    private final Predicate<StreamTransaction> filter;
    private final long number;
    private final Duration step;
    private long matchCount;

    /** The change starts with matching transaction {@code number}. */
    public SteppedClock(Predicate<StreamTransaction> filter, long number, Duration step) {
        this.filter = filter;
        this.number = number;
        this.step = step;
    }

    @Override
    public void transaction(StreamTransaction transaction, StreamOut out) throws IOException {
        matchCount += filter.test(transaction) ? 1 : 0;
        out.transaction(
                matchCount < number
                        ? transaction
                        : new StreamTransaction(transaction.events().stream()
                                .map(this::withShiftedTimes)
                                .toList()));
    }

    @Override
    public void event(StreamEvent event, StreamOut out) throws IOException {
        out.event(matchCount < number ? event : withShiftedTimes(event));
    }

    /** The times are the header's timestamp in seconds, and the commit times of MySQL's GTID events. */
    private StreamEvent withShiftedTimes(StreamEvent event) {
        byte[] changedBytes = event.bytes().clone();
        ByteBuffer view = ByteBuffer.wrap(changedBytes).order(ByteOrder.LITTLE_ENDIAN);
        if (view.getInt(0) != 0) {
            view.putInt(0, view.getInt(0) + (int) step.toSeconds());
        }
        boolean isGtid = event.type() == StreamEvent.GTID || event.type() == StreamEvent.ANONYMOUS_GTID;
        if (isGtid && event.bodyBytes() > COMMIT_TIME_OFFSET + 7) {
            int offset = StreamEvent.HEADER_BYTES + COMMIT_TIME_OFFSET;
            boolean hasTwoTimes = (changedBytes[offset + 6] & 0x80) != 0;
            shift(view, offset);
            if (hasTwoTimes) {
                shift(view, offset + 7);
            }
        }
        return new StreamEvent(changedBytes, event.checksumBytes()).withCorrectChecksum();
    }

    /** The time has 7 bytes, in µs. Its highest bit is a flag. */
    private void shift(ByteBuffer view, int offset) {
        long value = view.getLong(offset);
        long otherBits = value & ~((1L << 55) - 1);
        long micros = (value & (1L << 55) - 1) + step.toNanos() / 1_000;
        view.putLong(offset, otherBits | micros);
    }
}
