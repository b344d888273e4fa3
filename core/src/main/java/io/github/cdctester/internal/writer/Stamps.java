// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.workload.StatementTally.ChangedRows;
import io.github.cdctester.workload.StatementTally.Stamp;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/**
 * Gives each transaction of a run a unique number for the rows that it writes, and reports the number of rows at the commit.
 * Numbers are below 2^53, so that tools with doubles keep them. From the top: 3 bits for the width of the writer's part, and 4 that
 * distinguish runs with the same start. Then the writer, and the run's start, from which each writer counts up. With more writers, each
 * has fewer numbers per second.
 */
public final class Stamps {

    private static final int WIDTH_SHIFT = 50;
    private static final int TAG_SHIFT = 46;
    private static final int TAGS = 1 << 4;
    private static final int KINDS = 1 << 53 - TAG_SHIFT;
    private static final long SLOTS = (1L << TAG_SHIFT) - 1;
    private static final int SECOND_BITS = 18;

    /** The part of the writer has 1, 3, 5 or more bits, up to 15. */
    private static final int WIDEST = 7;

    /** Workers that replace lost ones get different numbers. */
    private static final int ROOM = 4;

    /** 2026-01-01T00:00Z. */
    private static final long EPOCH_SECONDS = 1_767_225_600L;

    private static final long MAX_SECONDS = 7 * 86_400;

    /** Runs of this process that would begin at the same number begin so far apart. */
    private static final long APART = 1L << SECOND_BITS - 2;

    private static final AtomicInteger RUNS =
            new AtomicInteger(ThreadLocalRandom.current().nextInt(TAGS));
    private static final AtomicLongArray LAST = new AtomicLongArray(KINDS);

    /** For stamped rows without a listener. */
    public static final Sink NOBODY = new Sink() {};

    private final Sink sink;
    private final long begunMicros;
    private final AtomicInteger writers;
    private volatile long first;

    /**
     * The numbers of some writers in another process.
     *
     * @param first the number with which the first writer of the run begins
     * @param firstWriter the first of the writers
     */
    public record Part(long first, int firstWriter) {}

    /** Receives the outcome of stamped transactions, in the writers' threads. */
    public interface Sink {

        default void stamped(long sequence, long rows) {}

        /** A transaction was committed that left no stamped row. */
        default void unstamped() {}

        /** It is not known whether a transaction was committed. */
        default void unknown(long sequence) {}
    }

    public Stamps(Sink sink, long epochMicros) {
        this.sink = sink;
        begunMicros = epochMicros;
        writers = new AtomicInteger();
        first = first(WIDEST, RUNS.getAndIncrement());
    }

    private long first(int width, long tag) {
        long micros = Math.max(1, begunMicros - EPOCH_SECONDS * 1_000_000);
        long slot = (micros / 1_000_000 << SECOND_BITS) + (micros % 1_000_000 << SECOND_BITS) / 1_000_000;
        long kind = (long) width << WIDTH_SHIFT - TAG_SHIFT | Math.floorMod(tag, TAGS);
        long begin = LAST.updateAndGet((int) kind, last -> Math.max(slot, last == 0 ? 0 : last + APART));
        return kind << TAG_SHIFT | (begin & SLOTS) >> writerBits(width);
    }

    /**
     * Chooses the parts of the numbers; before any writer or part is given out.
     *
     * @param expectedWriters workers of the run
     * @param connection a number that testers at one server do not share, such as a connection's id
     */
    public void fit(int expectedWriters, long connection) {
        int width = 0;
        while (width < WIDEST && 1 << writerBits(width) < ROOM * expectedWriters) {
            width++;
        }
        first = first(width, connection);
    }

    /** Has a part of another process's numbers. */
    public Stamps(Sink sink, Part part) {
        this.sink = sink;
        begunMicros = 0;
        first = part.first();
        writers = new AtomicInteger(part.firstWriter());
    }

    /** Reserves the numbers of {@code count} writers for another process. */
    public Part reserve(int count) {
        int from = writers.getAndAdd(count);
        refuse(from + count);
        return new Part(first, from);
    }

    private void refuse(int count) {
        int most = 1 << writerBits(width(first));
        if (count > most) {
            throw new RunFailedException(
                    "rows have stamps of at most " + most + " workers in this run, and there are more");
        }
    }

    private static int width(long sequence) {
        return (int) (sequence >>> WIDTH_SHIFT) & WIDEST; // consumers may report any number
    }

    private static int writerShift(long sequence) {
        return TAG_SHIFT - writerBits(width(sequence));
    }

    /** The number without its writer. */
    private static long ofWriter0(long sequence) {
        return sequence & ~(SLOTS >> writerShift(sequence) << writerShift(sequence));
    }

    private static int writerBits(int width) {
        return 2 * width + 1;
    }

    /** Returns the writer that a number belongs to. */
    public static long writer(long sequence) {
        return (sequence & SLOTS) >> writerShift(sequence);
    }

    /** Returns true if a number belongs to another run: one of this run's is not lower than its first, and of the same kind. */
    public boolean isOfAnotherRun(long sequence) {
        return sequence >>> TAG_SHIFT != first >>> TAG_SHIFT || ofWriter0(sequence) < first;
    }

    /** Returns true if a number can be the stamp of a row written at a moment (µs since the epoch). A run takes a week at most. */
    public static boolean isOfRunAt(long sequence, long micros) {
        long begun = EPOCH_SECONDS + ((ofWriter0(sequence) & SLOTS) << writerBits(width(sequence)) >> SECOND_BITS);
        long at = micros / 1_000_000;
        return sequence > 0 && sequence >>> TAG_SHIFT < KINDS && begun <= at + 1 && at - begun <= MAX_SECONDS;
    }

    /** Makes the numbers of one writer. */
    public Stamp writer(@Nullable ChangedRows rows) {
        int writer = writers.getAndIncrement();
        refuse(writer + 1);
        return new OfWriter(first + ((long) writer << writerShift(first)), rows);
    }

    private final class OfWriter implements Stamp {

        private final @Nullable ChangedRows inner;
        private long sequence;
        private long count;

        OfWriter(long sequence, @Nullable ChangedRows inner) {
            this.sequence = sequence;
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
            } else {
                sink.unstamped();
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
