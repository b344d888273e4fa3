// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.ledger;

import io.github.cdctester.internal.judge.consumer.reference.StampReference;
import java.util.List;

/** Removes stamps that every consumer has reported completely. Callers hold the judge's lock. */
public final class SettledStamps {

    private SettledStamps() {}

    public static void forget(List<RowLedger> ledgers, StampReference stamps) {
        ledgers.forEach(ledger -> ledger.passDoneTo(sequence -> {
            if (isDoneForAll(ledgers, sequence)) {
                stamps.forget(sequence);
            }
        }));
    }

    // a loop instead of a stream, because it runs for each transaction
    private static boolean isDoneForAll(List<RowLedger> ledgers, long sequence) {
        for (RowLedger ledger : ledgers) {
            if (!ledger.isDone(sequence)) {
                return false;
            }
        }
        return true;
    }
}
