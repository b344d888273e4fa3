// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.fault;

import java.io.IOException;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Faults that lose, repeat, reorder or damage transactions and events. Transactions that match a condition are counted from 1, over all
 * dumps of a proxy. A dropped event leaves a gap in the positions, except with {@link #repairedPositions()}. A number or a distance
 * below 1, and a probability outside 0 to 1, are rejected with an {@code IllegalArgumentException}.
 */
public final class StreamFaults {

    private StreamFaults() {}

    /** Drops transaction {@code number}. */
    public static StreamFault drop(Predicate<StreamTransaction> condition, long number) {
        return onceAt(condition, number, (transaction, out) -> {});
    }

    /** Sends transaction {@code number} twice in succession. */
    public static StreamFault repeat(Predicate<StreamTransaction> condition, long number) {
        return onceAt(condition, number, (transaction, out) -> {
            out.transaction(transaction);
            out.transaction(transaction);
        });
    }

    /** Sends transaction {@code number}, and sends it again after {@code distance} more matching transactions. */
    public static StreamFault repeatLater(Predicate<StreamTransaction> condition, long number, int distance) {
        return new LateTransaction(condition, number, distance, true);
    }

    /** Sends transaction {@code number + 1} before transaction {@code number}. */
    public static StreamFault swap(Predicate<StreamTransaction> condition, long number) {
        return new LateTransaction(condition, number, 1, false);
    }

    /** Sends transaction {@code number} after the next {@code distance} matching transactions. */
    public static StreamFault postpone(Predicate<StreamTransaction> condition, long number, int distance) {
        return new LateTransaction(condition, number, distance, false);
    }

    /** Removes the first rows event from transaction {@code number}. */
    public static StreamFault dropFirstRowsEvent(Predicate<StreamTransaction> condition, long number) {
        return onceAt(
                condition, number, (transaction, out) -> out.transaction(transaction.without(StreamEvent::isRows)));
    }

    /** Replaces the first rows event of transaction {@code number} with an ignorable event of equal length. */
    public static StreamFault replaceFirstRowsEvent(Predicate<StreamTransaction> condition, long number) {
        return onceAt(
                condition,
                number,
                (transaction, out) -> out.transaction(transaction.with(StreamEvent::isRows, StreamEvent::toIgnorable)));
    }

    /** Removes a table's last TABLE_MAP from transaction {@code number}, with the rows events directly after it. */
    public static StreamFault dropLastRowsOf(Predicate<StreamTransaction> condition, long number, String table) {
        Objects.requireNonNull(table, "table");
        return onceAt(condition, number, (transaction, out) -> out.transaction(transaction.withoutRowsOf(table)));
    }

    /**
     * Drops, repeats or swaps random transactions. For the same transactions, equal seeds give equal faults.
     *
     * @param probability the probability that a fault starts at a matching transaction, from 0 to 1
     */
    public static RandomFaults random(long seed, Predicate<StreamTransaction> condition, double probability) {
        return random(seed, condition, probability, Long.MAX_VALUE);
    }

    /**
     * Like {@link #random(long, Predicate, double)}, but starts no fault after transaction {@code last}, so that a started swap
     * can complete.
     */
    public static RandomFaults random(
            long seed, Predicate<StreamTransaction> condition, double probability, long last) {
        Objects.requireNonNull(condition, "condition");
        if (!(probability >= 0 && probability <= 1)) {
            throw new IllegalArgumentException("probability " + probability + ": give a number from 0 to 1");
        }
        if (last < 0) {
            throw new IllegalArgumentException("last " + last + ": give a whole number from 0");
        }
        return new RandomFaults(new SplittableRandom(seed), condition, probability, last);
    }

    /** Runs an action before each transaction with one of these numbers. A transaction that a new dump repeats counts again. */
    public static StreamFault before(Predicate<StreamTransaction> condition, Set<Long> numbers, Runnable action) {
        Objects.requireNonNull(condition, "condition");
        Objects.requireNonNull(action, "action");
        numbers.forEach(number -> requireFromOne("number", number));
        return new StreamFault() {
            private long matchCount;

            @Override
            public void transaction(StreamTransaction transaction, StreamOut out) throws IOException {
                if (condition.test(transaction) && numbers.contains(++matchCount)) {
                    action.run();
                }
                out.transaction(transaction);
            }
        };
    }

    /** Runs an action and resets the connection of the dump, instead of sending transaction {@code number}. */
    public static StreamFault breakAt(Predicate<StreamTransaction> condition, long number, Runnable action) {
        Objects.requireNonNull(action, "action");
        return onceAt(condition, number, (transaction, out) -> {
            action.run();
            throw new IOException("the dump is to end here");
        });
    }

    /** Rewrites positions without gaps, like the positions of a binlog server with its own log. Updates checksums. */
    public static StreamFault repairedPositions() {
        return new RepairedPositions();
    }

    /** Drops event {@code number}, counted from 1. A plan must list faults of events after faults of transactions. */
    public static StreamFault dropEvent(Predicate<StreamEvent> condition, long number) {
        return atEvent(condition, number, (event, out) -> {});
    }

    /** Sends event {@code number} twice in succession. */
    public static StreamFault repeatEvent(Predicate<StreamEvent> condition, long number) {
        return atEvent(condition, number, (event, out) -> {
            out.event(event);
            out.event(event);
        });
    }

    /** Flips a bit in the middle of the body of event {@code number}, without updating the checksum. */
    public static StreamFault corrupt(Predicate<StreamEvent> condition, long number) {
        return atEvent(condition, number, (event, out) -> out.event(event.withFlippedBit(event.bodyBytes() / 2)));
    }

    private static StreamFault atEvent(Predicate<StreamEvent> condition, long number, Action<StreamEvent> action) {
        Objects.requireNonNull(condition, "condition");
        requireFromOne("number", number);
        return new EventFault() {
            private long matchCount;

            @Override
            public void event(StreamEvent event, StreamOut out) throws IOException {
                if (condition.test(event) && ++matchCount == number) {
                    action.apply(event, out);
                } else {
                    out.event(event);
                }
            }
        };
    }

    private static StreamFault onceAt(
            Predicate<StreamTransaction> condition, long number, Action<StreamTransaction> action) {
        Objects.requireNonNull(condition, "condition");
        requireFromOne("number", number);
        return new StreamFault() {
            private long matchCount;

            @Override
            public void transaction(StreamTransaction transaction, StreamOut out) throws IOException {
                if (condition.test(transaction) && ++matchCount == number) {
                    action.apply(transaction, out);
                } else {
                    out.transaction(transaction);
                }
            }
        };
    }

    private static void requireFromOne(String name, long value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " " + value + ": give a whole number from 1");
        }
    }

    private interface Action<T> {
        void apply(T item, StreamOut out) throws IOException;
    }

    private abstract static class EventFault implements StreamFault {
        @Override
        public void transaction(StreamTransaction transaction, StreamOut out) throws IOException {
            for (StreamEvent event : transaction.events()) {
                event(event, out);
            }
        }
    }

    /** With {@code sendTwice}, also sends the transaction at its original position. */
    private static final class LateTransaction implements StreamFault {

        private final Predicate<StreamTransaction> condition;
        private final long number;
        private final int distance;
        private final boolean sendTwice;
        private long matchCount;
        private @Nullable StreamTransaction delayed;

        LateTransaction(Predicate<StreamTransaction> condition, long number, int distance, boolean sendTwice) {
            this.condition = Objects.requireNonNull(condition, "condition");
            requireFromOne("number", number);
            requireFromOne("distance", distance);
            this.number = number;
            this.distance = distance;
            this.sendTwice = sendTwice;
        }

        @Override
        public void dumpBegins() {
            delayed = null; // after a reconnect, the server sends the transaction again
        }

        @Override
        public void transaction(StreamTransaction transaction, StreamOut out) throws IOException {
            boolean isMatch = condition.test(transaction);
            if (isMatch && ++matchCount == number) {
                delayed = transaction;
                if (sendTwice) {
                    out.transaction(transaction);
                }
                return;
            }
            out.transaction(transaction);
            if (isMatch && matchCount == number + distance && delayed != null) {
                out.transaction(delayed);
                delayed = null;
            }
        }
    }

    /** Requires that each dump starts at a correct position. */
    private static final class RepairedPositions extends EventFault {

        private long offset;

        @Override
        public void event(StreamEvent event, StreamOut out) throws IOException {
            if (event.isFromLogFile()) {
                offset += event.length();
            } else if (event.type() == StreamEvent.ROTATE) {
                offset = event.rotatePosition();
            }
            boolean hasPosition = event.endPosition() != 0 && (event.isFromLogFile() || event.isHeartbeat());
            out.event(hasPosition && event.endPosition() != (int) offset ? event.withEndPosition(offset) : event);
        }
    }
}
