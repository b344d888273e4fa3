// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.workload.StatementTally.ChangedRows;
import io.github.cdctester.workload.StatementTally.Stamp;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Gives each transaction of a run a number of its own for the rows that it writes, and tells how many rows have it when it is
 * committed. The number's upper 16 bits are the writer's, the lower 48 count that writer's transactions, from a beginning that
 * is later in each run: so one writer's numbers ascend, over runs too, and writers need not wait for each other.
 */
public final class Stamps {

    private static final int COUNTER_BITS = 48;
    private static final long COUNTER = (1L << COUNTER_BITS) - 1;

    /** The column of the stamps has a sign. */
    private static final int MOST_WRITERS = 1 << 15;

    /** 2020-01-01T00:00Z. */
    private static final long EPOCH_SECONDS = 1_577_836_800L;

    /** So many transactions a second and writer can be numbered before a later run's numbers. */
    private static final int SECOND_BITS = 18;

    private static final long LONGEST_SECONDS = 7 * 86_400;

    /** For rows that are stamped without anybody being told. */
    public static final Sink NOBODY = new Sink() {};

    private final Sink sink;
    private final long first;
    private final AtomicInteger writers;

    /**
     * The numbers of some writers in another process.
     *
     * @param first behind which each writer's numbers begin
     * @param firstWriter the first of the writers
     */
    public record Part(long first, int firstWriter) {}

    /** Is told what became of stamped transactions, in the writers' threads. */
    public interface Sink {

        default void stamped(long sequence, long rows) {}

        /** It is not known whether a transaction was committed. */
        default void unknown(long sequence) {}
    }

    public Stamps(Sink sink, long epochMicros) {
        this.sink = sink;
        first = Math.max(0, epochMicros / 1_000_000 - EPOCH_SECONDS) << SECOND_BITS & COUNTER;
        writers = new AtomicInteger();
    }

    /** Has a part of another process's numbers. */
    public Stamps(Sink sink, Part part) {
        this.sink = sink;
        first = part.first();
        writers = new AtomicInteger(part.firstWriter());
    }

    /** Sets numbers of so many writers aside, for another process; nobody else is given them. */
    public Part reserve(int count) {
        int from = writers.getAndAdd(count);
        if (from + count > MOST_WRITERS) {
            throw new RunFailedException(
                    "rows have stamps of at most " + MOST_WRITERS + " workers, and there are more");
        }
        return new Part(first, from);
    }

    /** Whose a number is. */
    public static long writer(long sequence) {
        return sequence >>> COUNTER_BITS;
    }

    /**
     * Whether a number is one of an earlier run.
     *
     * @return whether it is lower than all of this run's of its writer
     */
    public boolean isEarlier(long sequence) {
        return (sequence & COUNTER) <= first;
    }

    /** Whether a number can be that of a row which was written at a moment, in µs since the epoch, in a run of a week at most. */
    public static boolean isOfRunAt(long sequence, long micros) {
        long begun = EPOCH_SECONDS + ((sequence & COUNTER) >> SECOND_BITS);
        long at = micros / 1_000_000;
        return sequence > 0 && begun <= at + 1 && at - begun <= LONGEST_SECONDS;
    }

    /** Makes the numbers of one writer. */
    public Stamp writer(@Nullable ChangedRows rows) {
        return new OfWriter((long) writers.getAndIncrement() << COUNTER_BITS | first, rows);
    }

    private final class OfWriter implements Stamp {

        private final @Nullable ChangedRows inner;
        private long sequence;
        private long count;

        OfWriter(long before, @Nullable ChangedRows inner) {
            sequence = before + 1;
            this.inner = inner;
        }

        @Override
        public long sequence() {
            return sequence;
        }

        @Override
        public void inserted(String table, long rows) {
            count += rows;
            if (inner != null) {
                inner.inserted(table, rows);
            }
        }

        @Override
        public void updated(String table, long rows) {
            count += rows;
            if (inner != null) {
                inner.updated(table, rows);
            }
        }

        @Override
        public void deleted(String table, long rows) {
            if (inner != null) {
                inner.deleted(table, rows);
            }
        }

        @Override
        public void committed() {
            if (count > 0) {
                sink.stamped(sequence, count);
            }
            next();
            if (inner != null) {
                inner.committed();
            }
        }

        @Override
        public void undone() {
            next();
            if (inner != null) {
                inner.undone();
            }
        }

        @Override
        public void unknown() {
            sink.unknown(sequence); // of a statement by itself the rows are not known either
            undone();
        }

        private void next() {
            sequence++;
            count = 0;
        }
    }
}
