// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.consumer;

import io.github.cdctester.result.Verdict.Reason;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Compares the number of reported rows of each transaction with the row count in its end message, such as Debezium's transaction
 * metadata. The end message may arrive before the rows. If a transaction already has more rows than its end message states, it is
 * reported twice, so that the judge finds a repetition.
 */
final class CountedTransactions {

    private static final int MAX_TRANSACTIONS = 1 << 16;

    private static final class OpenTransaction {
        private long rows;
        private long expected = Change.NONE;
        /** True if the transaction was reported before its number of rows was known. */
        private boolean reported;

        boolean isTorn() {
            return expected > rows;
        }
    }

    private final Consumer<String> report;
    private final Map<String, OpenTransaction> openTransactions = new LinkedHashMap<>();
    /** True if any open transaction was dropped to save memory. */
    private boolean hasDroppedReported;

    private boolean overflowed;

    CountedTransactions(Consumer<String> report) {
        this.report = report;
    }

    void addRow(String gtid) {
        OpenTransaction transaction = findOrAdd(gtid);
        transaction.rows++;
        reportIfComplete(gtid, transaction);
    }

    /**
     * Adds the end message of a transaction. {@code rows} is the stated number of rows; {@link Change#NONE} if none is stated.
     */
    void end(String gtid, long rows) {
        if (hasDroppedReported && !openTransactions.containsKey(gtid)) {
            overflowed = true; // probably the end of a dropped transaction: its rows are not known any more
            return;
        }
        OpenTransaction transaction = findOrAdd(gtid);
        transaction.expected = rows == Change.NONE ? transaction.rows : rows;
        reportIfComplete(gtid, transaction);
    }

    /** Records that a transaction was reported before its end message. */
    void markReported(String gtid) {
        OpenTransaction transaction = openTransactions.get(gtid);
        if (transaction != null) {
            transaction.reported = true;
        }
    }

    private OpenTransaction findOrAdd(String gtid) {
        if (openTransactions.size() == MAX_TRANSACTIONS && !openTransactions.containsKey(gtid)) {
            OpenTransaction oldest =
                    openTransactions.remove(openTransactions.keySet().iterator().next());
            overflowed |= oldest != null && (oldest.expected != Change.NONE || !oldest.reported);
            hasDroppedReported = true;
        }
        return openTransactions.computeIfAbsent(gtid, key -> new OpenTransaction());
    }

    private void reportIfComplete(String gtid, OpenTransaction transaction) {
        if (transaction.expected == Change.NONE || transaction.isTorn()) {
            return;
        }
        openTransactions.remove(gtid);
        if (!transaction.reported) {
            report.accept(gtid);
        }
        if (transaction.rows > transaction.expected) {
            report.accept(gtid);
        }
    }

    /** Drops the torn transactions of the run that ended. Keeps the others, because their remaining rows may still arrive. */
    void onNextRun() {
        openTransactions.values().removeIf(OpenTransaction::isTorn);
        overflowed = false;
    }

    /** Returns a clause about transactions that have fewer rows than their end message states; empty if there are none. */
    Optional<String> tornReason() {
        long count = openTransactions.values().stream()
                .filter(OpenTransaction::isTorn)
                .count();
        return openTransactions.entrySet().stream()
                .filter(entry -> entry.getValue().isTorn())
                .findFirst()
                .map(first -> Reason.FEWER_ROWS.text(
                        "count",
                        count,
                        "first",
                        first.getKey(),
                        "rows",
                        first.getValue().rows,
                        "expected",
                        first.getValue().expected));
    }

    /**
     * Returns true if an incomplete transaction was reported as complete. Also returns true if a transaction that was not
     * reported, or whose end message had arrived, was dropped to save memory.
     */
    boolean isInDoubt() {
        return overflowed
                || openTransactions.values().stream()
                        .anyMatch(transaction -> transaction.reported && transaction.isTorn());
    }
}
