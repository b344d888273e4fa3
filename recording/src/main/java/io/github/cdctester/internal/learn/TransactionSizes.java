// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.learn;

/** Mean events and bytes of the learned transactions, and the largest transaction's bytes. */
final class TransactionSizes {

    private long transactions;
    private long events;
    private long bytes;
    private long largestBytes;

    void add(long transactionEvents, long transactionBytes, long represented) {
        transactions += represented;
        events += represented * transactionEvents;
        bytes += represented * transactionBytes;
        largestBytes = Math.max(largestBytes, transactionBytes);
    }

    double meanEvents() {
        return (double) events / transactions;
    }

    double meanBytes() {
        return (double) bytes / transactions;
    }

    long largestBytes() {
        return largestBytes;
    }
}
