// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.consumer;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Compares the rows of each transaction with the number that its end gives, as in Debezium's transaction metadata. The end may come
 * before the rows. A transaction is complete with its last row; one more row after that begins a repetition.
 */
final class CountedTransactions {

    private static final int MAX_TRANSACTIONS = 1 << 16;

    private static final class Open {
        long rows;
        long expected = Change.NONE;
        /** It was reported before its number of rows was known. */
        boolean reported;

        boolean isTorn() {
            return expected > rows;
        }
    }

    private final Consumer<String> report;
    private final Map<String, Open> open = new LinkedHashMap<>();
    /** Complete ones; {@code true} if they were reported again. */
    private final Map<String, Boolean> done = new LinkedHashMap<>();

    private boolean overflowed;

    CountedTransactions(Consumer<String> report) {
        this.report = report;
    }

    void begin(String gtid) {
        done.remove(gtid);
    }

    void row(String gtid) {
        Boolean again = done.get(gtid);
        if (again == null) {
            Open transaction = find(gtid);
            transaction.rows++;
            complete(gtid, transaction);
        } else if (!again) {
            done.put(gtid, true);
            report.accept(gtid);
        }
    }

    /** {@code rows} is how many rows the transaction has. */
    void end(String gtid, long rows) {
        if (rows == Change.NONE) {
            report.accept(gtid);
        } else if (!done.containsKey(gtid)) {
            Open transaction = find(gtid);
            transaction.expected = rows;
            complete(gtid, transaction);
        }
    }

    /** The transaction was reported, as another one has begun. */
    void reported(String gtid) {
        Open transaction = open.get(gtid);
        if (transaction != null) {
            transaction.reported = true;
        }
    }

    private Open find(String gtid) {
        Open found = open.computeIfAbsent(gtid, any -> new Open());
        if (open.size() > MAX_TRANSACTIONS) {
            Open eldest = removeEldest(open);
            overflowed |= !eldest.reported;
        }
        return found;
    }

    private static <V> V removeEldest(Map<String, V> map) {
        return map.remove(map.keySet().iterator().next());
    }

    private void complete(String gtid, Open transaction) {
        if (transaction.expected == Change.NONE || transaction.isTorn()) {
            return;
        }
        boolean isRepeated = transaction.rows > transaction.expected;
        open.remove(gtid);
        done.put(gtid, isRepeated);
        if (done.size() > MAX_TRANSACTIONS) {
            removeEldest(done);
        }
        if (!transaction.reported) {
            report.accept(gtid);
        }
        if (isRepeated) {
            report.accept(gtid);
        }
    }

    /** Describes transactions with fewer rows than their end says. */
    Optional<String> torn() {
        long count = open.values().stream().filter(Open::isTorn).count();
        return open.entrySet().stream()
                .filter(entry -> entry.getValue().isTorn())
                .findFirst()
                .map(first -> "transactions with fewer rows than their event_count: " + count + ", the first: "
                        + first.getKey() + " (" + first.getValue().rows + " of " + first.getValue().expected + ")");
    }

    /** Returns true if transactions were reported whole that may not be, or were forgotten. */
    boolean isInDoubt() {
        return overflowed || open.values().stream().anyMatch(one -> one.reported && one.isTorn());
    }
}
