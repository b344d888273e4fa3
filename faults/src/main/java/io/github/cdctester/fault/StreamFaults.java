// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.fault;

import java.io.IOException;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Losses, repetitions and wrong orders of whole transactions. Transactions that match a condition are counted from 1, over all
 * dumps of a proxy. Positions in events are not changed, so that they reveal a gap, unless {@link #mendedPositions()} follows.
 */
public final class StreamFaults {

    private StreamFaults() {}

    /** Transaction {@code number} never arrives. */
    public static StreamFault drop(Predicate<StreamTransaction> of, long number) {
        return at(of, number, (transaction, out) -> {});
    }

    /** Transaction {@code number} comes twice, one after the other. */
    public static StreamFault repeat(Predicate<StreamTransaction> of, long number) {
        return at(of, number, (transaction, out) -> {
            out.transaction(transaction);
            out.transaction(transaction);
        });
    }

    /** Transaction {@code number} comes again behind {@code places} more. */
    public static StreamFault repeatLater(Predicate<StreamTransaction> of, long number, int places) {
        return new LateTransaction(of, number, places, true);
    }

    /** Transaction {@code number + 1} comes before transaction {@code number}. */
    public static StreamFault swap(Predicate<StreamTransaction> of, long number) {
        return new LateTransaction(of, number, 1, false);
    }

    /** Transaction {@code number} comes after the {@code places} that follow it. */
    public static StreamFault postpone(Predicate<StreamTransaction> of, long number, int places) {
        return new LateTransaction(of, number, places, false);
    }

    /** Transaction {@code number} lacks its first rows event: a torn transaction. */
    public static StreamFault tear(Predicate<StreamTransaction> of, long number) {
        return at(of, number, (transaction, out) -> out.transaction(transaction.without(StreamEvent::isRows)));
    }

    /** Replaces the first rows event of transaction {@code number} by one without rows, of the same length. */
    public static StreamFault hollowRowsEvent(Predicate<StreamTransaction> of, long number) {
        return at(
                of,
                number,
                (transaction, out) -> out.transaction(transaction.with(StreamEvent::isRows, StreamEvent::hollow)));
    }

    /** Removes the last rows event of a table from transaction {@code number}, with its TABLE_MAP. */
    public static StreamFault dropRowsOf(Predicate<StreamTransaction> of, long number, String table) {
        return at(of, number, (transaction, out) -> out.transaction(transaction.withoutRowsOf(table)));
    }

    /** Each transaction with one of the faults above, or with none, chosen by the seed; equal seeds give equal faults. */
    public static RandomFaults random(long seed, Predicate<StreamTransaction> of, double share) {
        return random(seed, of, share, Long.MAX_VALUE);
    }

    /** Like the method above, but leaves transactions after {@code last} unchanged, so that no swap stays incomplete. */
    public static RandomFaults random(long seed, Predicate<StreamTransaction> of, double share, long last) {
        return new RandomFaults(new SplittableRandom(seed), of, share, last);
    }

    /** Runs an action just before each of these transactions; transactions that a dump repeats are counted again. */
    public static StreamFault before(Predicate<StreamTransaction> of, Set<Long> numbers, Runnable action) {
        return new StreamFault() {
            private long seen;

            @Override
            public void transaction(StreamTransaction transaction, StreamOut out) throws IOException {
                if (of.test(transaction) && numbers.contains(++seen)) {
                    action.run();
                }
                out.transaction(transaction);
            }
        };
    }

    /** The connection of the dump, and no other, is reset in place of transaction {@code number}, and something is done before. */
    public static StreamFault breakAt(Predicate<StreamTransaction> of, long number, Runnable action) {
        return at(of, number, (transaction, out) -> {
            action.run();
            throw new IOException("the dump is to end here");
        });
    }

    /** Makes positions continue without a gap, like a binlog server with its own log; checksums are updated. */
    public static StreamFault mendedPositions() {
        return new MendedPositions();
    }

    /** Event {@code number} never arrives. Events are counted as transactions are; faults of events come last in a plan. */
    public static StreamFault dropEvent(Predicate<StreamEvent> of, long number) {
        return atEvent(of, number, (event, out) -> {});
    }

    /** Event {@code number} comes twice, one after the other. */
    public static StreamFault repeatEvent(Predicate<StreamEvent> of, long number) {
        return atEvent(of, number, (event, out) -> {
            out.event(event);
            out.event(event);
        });
    }

    /** Changes a bit in the middle of the body of event {@code number}; the checksum is not updated. */
    public static StreamFault corrupt(Predicate<StreamEvent> of, long number) {
        return atEvent(of, number, (event, out) -> out.event(event.withFlippedBit(event.bodyBytes() / 2)));
    }

    private static StreamFault atEvent(Predicate<StreamEvent> of, long number, Action<StreamEvent> action) {
        return new EventByEvent() {
            private long seen;

            @Override
            public void event(StreamEvent event, StreamOut out) throws IOException {
                if (of.test(event) && ++seen == number) {
                    action.apply(event, out);
                } else {
                    out.event(event);
                }
            }
        };
    }

    private static StreamFault at(Predicate<StreamTransaction> of, long number, Action<StreamTransaction> action) {
        return new StreamFault() {
            private long seen;

            @Override
            public void transaction(StreamTransaction transaction, StreamOut out) throws IOException {
                if (of.test(transaction) && ++seen == number) {
                    action.apply(transaction, out);
                } else {
                    out.transaction(transaction);
                }
            }
        };
    }

    private interface Action<T> {
        void apply(T what, StreamOut out) throws IOException;
    }

    private abstract static class EventByEvent implements StreamFault {
        @Override
        public void transaction(StreamTransaction transaction, StreamOut out) throws IOException {
            for (StreamEvent event : transaction.events()) {
                event(event, out);
            }
        }
    }

    /** One transaction comes later than it should: only then, or then as well. */
    private static final class LateTransaction implements StreamFault {

        private final Predicate<StreamTransaction> of;
        private final long number;
        private final int places;
        private final boolean twice;
        private long seen;
        private @Nullable StreamTransaction held;

        LateTransaction(Predicate<StreamTransaction> of, long number, int places, boolean twice) {
            this.of = of;
            this.number = number;
            this.places = places;
            this.twice = twice;
        }

        @Override
        public void dumpBegins() {
            held = null; // the server sends it again, if it was not read
        }

        @Override
        public void transaction(StreamTransaction transaction, StreamOut out) throws IOException {
            boolean counted = of.test(transaction);
            if (counted && ++seen == number) {
                held = transaction;
                if (twice) {
                    out.transaction(transaction);
                }
                return;
            }
            out.transaction(transaction);
            if (counted && seen == number + places && held != null) {
                out.transaction(held);
                held = null;
            }
        }
    }

    /** Computes positions from the lengths of the sent events. For dumps from the start of a file, or of an unbroken stream. */
    private static final class MendedPositions extends EventByEvent {

        private long offset;

        @Override
        public void event(StreamEvent event, StreamOut out) throws IOException {
            if (event.isOfLog()) {
                offset += event.length();
            } else if (event.type() == StreamEvent.ROTATE) {
                offset = event.rotatesTo();
            }
            boolean tells = event.endPosition() != 0 && (event.isOfLog() || event.isHeartbeat());
            out.event(tells && event.endPosition() != (int) offset ? event.withEndPosition(offset) : event);
        }
    }
}
