// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.tpcc;

/** The five transactions, in the order of {@link Tpcc#TRANSACTIONS}, with the waits of 5.2.5.7. */
enum TransactionKind {
    NEW_ORDER(18, 12),
    PAYMENT(3, 12),
    ORDER_STATUS(2, 10),
    DELIVERY(2, 5),
    STOCK_LEVEL(2, 5);

    /** What a user takes to type the input. */
    final long keyingNanos;

    /** The mean of what a user takes to read the output. */
    final long meanThinkNanos;

    TransactionKind(int keyingSeconds, int meanThinkSeconds) {
        keyingNanos = keyingSeconds * 1_000_000_000L;
        meanThinkNanos = meanThinkSeconds * 1_000_000_000L;
    }
}
