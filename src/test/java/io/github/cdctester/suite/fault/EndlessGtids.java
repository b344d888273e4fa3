// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.fault;

import io.github.cdctester.fault.StreamEvent;
import io.github.cdctester.fault.StreamFault;
import io.github.cdctester.fault.StreamOut;
import io.github.cdctester.fault.StreamTransaction;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongUnaryOperator;

public final class EndlessGtids implements StreamFault {

    private final LongUnaryOperator sources;
    private final LongUnaryOperator numbers;
    private final AtomicLong sentTransactions = new AtomicLong();

    private EndlessGtids(LongUnaryOperator sources, LongUnaryOperator numbers) {
        this.sources = sources;
        this.numbers = numbers;
    }

    /** A source is a UUID, or a MariaDB domain. */
    public static EndlessGtids sources() {
        return new EndlessGtids(n -> n, n -> 1);
    }

    /** Each used number is followed by a gap. */
    public static EndlessGtids gaps(int sourceCount) {
        return new EndlessGtids(n -> n % sourceCount, n -> 1 + 2 * (n / sourceCount));
    }

    public long sentCount() {
        return sentTransactions.get();
    }

    @Override
    public void transaction(StreamTransaction transaction, StreamOut out) throws IOException {
        List<StreamEvent> events = new ArrayList<>(transaction.events());
        StreamEvent gtid = events.get(0);
        for (long n = 0; n < Long.MAX_VALUE; n++) {
            events.set(0, withGtid(gtid, sources.applyAsLong(n), numbers.applyAsLong(n)));
            out.transaction(new StreamTransaction(events));
            sentTransactions.incrementAndGet();
        }
    }

    /** The source replaces the last 8 bytes of the UUID, or MariaDB's domain. */
    private static StreamEvent withGtid(StreamEvent gtid, long source, long number) {
        byte[] changedBytes = gtid.bytes().clone();
        ByteBuffer body = ByteBuffer.wrap(changedBytes).order(ByteOrder.LITTLE_ENDIAN);
        int bodyOffset = StreamEvent.HEADER_BYTES;
        if (gtid.type() == StreamEvent.MARIADB_GTID) {
            body.putLong(bodyOffset, number).putInt(bodyOffset + 8, (int) source);
        } else {
            body.putLong(bodyOffset + 1 + 8, source).putLong(bodyOffset + 1 + 16, number);
        }
        return new StreamEvent(changedBytes, gtid.checksumBytes()).withCorrectChecksum();
    }
}
