// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.fault.StreamEvent;
import io.github.cdctester.fault.StreamFault;
import io.github.cdctester.fault.StreamOut;
import io.github.cdctester.fault.StreamTransaction;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Set;
import java.util.function.Predicate;

/** Stores a transaction's GTID and stamp before a fault changes the transaction. */
final class TransactionRecorder implements StreamFault {
    private static final Set<Integer> DELETE_ROWS_TYPES = Set.of(25, 32, 168, 171);

    private final Predicate<StreamTransaction> filter;
    private final long number;
    private long count;
    private volatile String gtid = "(none)";
    private volatile long stamp;

    TransactionRecorder(Predicate<StreamTransaction> filter, long number) {
        this.filter = filter;
        this.number = number;
    }

    @Override
    public void transaction(StreamTransaction transaction, StreamOut out) throws IOException {
        if (filter.test(transaction) && ++count == number) {
            gtid = transaction.gtid();
            // a deleted row has the stamp of its previous change, so DELETE events are skipped
            transaction.events().stream()
                    .filter(StreamEvent::isRows)
                    .filter(event -> !isDelete(event))
                    .forEach(event -> stamp = ByteBuffer.wrap(event.bytes())
                            .order(ByteOrder.LITTLE_ENDIAN)
                            .getLong(event.length() - event.checksumBytes() - 16));
        }
        out.transaction(transaction);
    }

    String gtid() {
        return gtid;
    }

    /** Returns 0 if the transaction has only deleted rows, or rows without stamps. */
    long stamp() {
        return stamp;
    }

    static boolean isDelete(StreamEvent event) {
        return DELETE_ROWS_TYPES.contains(event.type());
    }
}
