// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.fault;

import java.io.IOException;
import java.util.function.Predicate;

/** Something that happens to one transaction only. */
final class OneTransaction implements StreamFault {

    private final Predicate<StreamTransaction> of;
    private final long number;
    private final TransactionAction action;
    private long seen;

    OneTransaction(Predicate<StreamTransaction> of, long number, TransactionAction action) {
        this.of = of;
        this.number = number;
        this.action = action;
    }

    @Override
    public void transaction(StreamTransaction transaction, StreamOut out) throws IOException {
        if (of.test(transaction) && ++seen == number) {
            action.apply(transaction, out);
        } else {
            out.transaction(transaction);
        }
    }
}
