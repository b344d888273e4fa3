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
    private static final int COMMIT_TIME = 1 + 16 + 8 + 1 + 8 + 8;

    private final Predicate<StreamTransaction> filter;
    private final long number;
    private final Duration ahead;
    private long matchCount;

    /** Sets the clock ahead in the stream from transaction {@code number} on. */
    public SteppedClock(Predicate<StreamTransaction> filter, long number, Duration ahead) {
        this.filter = filter;
        this.number = number;
        this.ahead = ahead;
    }

    @Override
    public void transaction(StreamTransaction transaction, StreamOut out) throws IOException {
        matchCount += filter.test(transaction) ? 1 : 0;
        out.transaction(
                matchCount < number
                        ? transaction
                        : new StreamTransaction(
                                transaction.events().stream().map(this::shifted).toList()));
    }

    @Override
    public void event(StreamEvent event, StreamOut out) throws IOException {
        out.event(matchCount < number ? event : shifted(event));
    }

    /** Returns the event with changed times: the seconds of the header, and the commit times of MySQL's GTID events. */
    private StreamEvent shifted(StreamEvent event) {
        byte[] changed = event.bytes().clone();
        ByteBuffer view = ByteBuffer.wrap(changed).order(ByteOrder.LITTLE_ENDIAN);
        if (view.getInt(0) != 0) {
            view.putInt(0, view.getInt(0) + (int) ahead.toSeconds());
        }
        boolean gtid = event.type() == StreamEvent.GTID || event.type() == StreamEvent.ANONYMOUS_GTID;
        if (gtid && event.bodyBytes() > COMMIT_TIME + 7) {
            int offset = StreamEvent.HEADER_BYTES + COMMIT_TIME;
            boolean twoTimes = (changed[offset + 6] & 0x80) != 0;
            shift(view, offset);
            if (twoTimes) {
                shift(view, offset + 7);
            }
        }
        return new StreamEvent(changed, event.checksumBytes()).withRightChecksum();
    }

    /** Changes a time of seven bytes in microseconds, whose highest bit is a flag. */
    private void shift(ByteBuffer view, int offset) {
        long eight = view.getLong(offset);
        long others = eight & ~((1L << 55) - 1);
        long micros = (eight & (1L << 55) - 1) + ahead.toNanos() / 1_000;
        view.putLong(offset, others | micros);
    }
}
