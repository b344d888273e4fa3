// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.ledger;

import io.github.cdctester.internal.judge.consumer.reference.StampReference;
import java.util.List;

/** The stamps that every consumer has reported completely. Callers hold the judge's lock. */
public final class SettledStamps {

    private SettledStamps() {}

    /** Removes these stamps from the reference. */
    public static void forget(List<RowLedger> all, StampReference stamps) {
        all.forEach(one -> one.passDoneTo(sequence -> {
            if (isDoneForAll(all, sequence)) {
                stamps.forget(sequence);
            }
        }));
    }

    // a loop instead of a stream, because it runs for each transaction
    private static boolean isDoneForAll(List<RowLedger> all, long sequence) {
        for (RowLedger one : all) {
            if (!one.isDone(sequence)) {
                return false;
            }
        }
        return true;
    }
}
