// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.consumer;

import io.github.cdctester.result.Verdict.Reason;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Compares the number of reported rows of each transaction with the row count in its end message, such as Debezium's transaction
 * metadata. The end message may arrive before the rows. If a transaction has more rows than its end message states, it is reported
 * again, so that the judge finds a repetition. The consumer need not repeat the end message, because it may have read it from
 * another topic.
 */
final class CountedTransactions {

    private static final int MAX_TRANSACTIONS = 1 << 16;

    private static final class OpenTransaction {
        private long rows;
        private long expected = Change.NONE;
        /** True if reported before the number of rows was known. */
        private boolean reported;

        boolean isTorn() {
            return expected > rows;
        }

        /** Starts to count repeated rows. Rows beyond the expected number are already repeated. */
        void onComplete() {
            rows = (rows - expected) % expected;
        }

        /** Adds a row of a complete transaction. Returns true if the row begins a repetition. */
        boolean addRepeatedRow() {
            rows++;
            boolean isFirst = rows == 1;
            rows = rows == expected ? 0 : rows;
            return isFirst;
        }
    }

    private final Consumer<String> report;
    private final Map<String, OpenTransaction> openTransactions = new LinkedHashMap<>();

    /** The last transactions that had all rows of their end message, to find repeated rows without an end message. */
    private final Map<String, OpenTransaction> completeTransactions = new LinkedHashMap<>();

    /** True if any open transaction was dropped to save memory. */
    private boolean hasDroppedReported;

    private boolean overflowed;

    CountedTransactions(Consumer<String> report) {
        this.report = report;
    }

    void addRow(String gtid) {
        OpenTransaction complete = completeTransactions.get(gtid);
        if (complete != null) {
            if (complete.addRepeatedRow()) {
                report.accept(gtid);
            }
            return;
        }
        OpenTransaction transaction = findOrAdd(gtid);
        transaction.rows++;
        reportIfComplete(gtid, transaction);
    }

    /** {@code rows} is {@link Change#NONE} if the end message states no number. */
    void end(String gtid, long rows) {
        if (completeTransactions.containsKey(gtid)) {
            return; // repeated rows are reported without their end message
        }
        if (hasDroppedReported && !openTransactions.containsKey(gtid)) {
            overflowed = true; // probably the end of a dropped transaction: its rows are not known any more
            return;
        }
        if (rows == Change.NONE) {
            OpenTransaction transaction = openTransactions.remove(gtid);
            if (transaction == null || !transaction.reported) {
                report.accept(gtid);
            }
            return;
        }
        OpenTransaction transaction = findOrAdd(gtid);
        transaction.expected = rows;
        reportIfComplete(gtid, transaction);
    }

    /** Called before the transaction's end message. */
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
            if (oldest != null) {
                overflowed |= oldest.expected != Change.NONE || !oldest.reported;
                hasDroppedReported = true;
            }
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
        if (transaction.expected > 0) {
            rememberComplete(gtid, transaction);
        }
    }

    private void rememberComplete(String gtid, OpenTransaction transaction) {
        if (completeTransactions.size() == MAX_TRANSACTIONS) {
            completeTransactions.remove(completeTransactions.keySet().iterator().next());
        }
        transaction.onComplete();
        completeTransactions.put(gtid, transaction);
    }

    /** Returns empty if no judged transaction has fewer rows than its end message states. */
    Optional<String> tornReason(Predicate<String> isJudged) {
        List<Map.Entry<String, OpenTransaction>> torn = openTransactions.entrySet().stream()
                .filter(entry -> entry.getValue().isTorn() && isJudged.test(entry.getKey()))
                .toList();
        return torn.stream()
                .findFirst()
                .map(first -> Reason.FEWER_ROWS.text(
                        "count",
                        torn.size(),
                        "first",
                        first.getKey(),
                        "rows",
                        first.getValue().rows,
                        "expected",
                        first.getValue().expected));
    }

    /**
     * Returns true if an incomplete judged transaction was reported as complete, or if a dropped transaction may have been incomplete.
     */
    boolean isInDoubt(Predicate<String> isJudged) {
        return overflowed
                || openTransactions.entrySet().stream()
                        .anyMatch(entry -> entry.getValue().reported
                                && entry.getValue().isTorn()
                                && isJudged.test(entry.getKey()));
    }
}
