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

/** Remembers the name of one transaction, and the stamp of its rows; before the fault that is done to it. */
final class Witness implements StreamFault {
    private static final Set<Integer> DELETE_ROWS = Set.of(25, 32, 168, 171);

    private final Predicate<StreamTransaction> of;
    private final long number;
    private long seen;
    private volatile String gtid = "(none)";
    private volatile long stamp;

    Witness(Predicate<StreamTransaction> filter, long number) {
        this.of = filter;
        this.number = number;
    }

    @Override
    public void transaction(StreamTransaction transaction, StreamOut out) throws IOException {
        if (of.test(transaction) && ++seen == number) {
            gtid = transaction.gtid();
            // for deleted rows it is the previous change's: the last one not deleted decides
            transaction.events().stream()
                    .filter(StreamEvent::isRows)
                    .filter(event -> !deletes(event))
                    .forEach(event -> stamp = ByteBuffer.wrap(event.bytes())
                            .order(ByteOrder.LITTLE_ENDIAN)
                            .getLong(event.length() - event.checksumBytes() - 16));
        }
        out.transaction(transaction);
    }

    String gtid() {
        return gtid;
    }

    /** The number in the last but one column; 0 if the transaction has no row but deleted ones, or others. */
    long stamp() {
        return stamp;
    }

    /** Returns true if it is a DELETE_ROWS event of MySQL or MariaDB. */
    static boolean deletes(StreamEvent event) {
        return DELETE_ROWS.contains(event.type());
    }
}
