// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.fault.StreamFault;
import io.github.cdctester.fault.StreamOut;
import io.github.cdctester.fault.StreamTransaction;
import java.io.IOException;
import java.util.function.Predicate;

/** Remembers the name of one transaction; before the fault that is done to it. */
final class Witness implements StreamFault {
    private final Predicate<StreamTransaction> of;
    private final long number;
    private long seen;
    private volatile String gtid = "(none)";

    Witness(Predicate<StreamTransaction> of, long number) {
        this.of = of;
        this.number = number;
    }

    @Override
    public void transaction(StreamTransaction transaction, StreamOut out) throws IOException {
        if (of.test(transaction) && ++seen == number) {
            gtid = transaction.gtid();
        }
        out.transaction(transaction);
    }

    String gtid() {
        return gtid;
    }
}
