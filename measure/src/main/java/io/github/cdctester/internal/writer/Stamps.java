// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.workload.StatementTally.ChangedRows;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/**
 * Assigns a unique number, the stamp, to each transaction of a run, which writes it into its rows. Stamps are below 2^53, so
 * that tools can store them as doubles.
 *
 * <p>Layout from the highest bit: 3 bits for the width of the writer part, 4 bits that distinguish runs with the same start
 * time, the writer part, and a counter. Each writer's counter begins at a value derived from the run's start time. With more
 * writers, each writer has fewer numbers per second.
 */
public final class Stamps {

    private static final int WIDTH_SHIFT = 50;
    private static final int TAG_SHIFT = 46;
    private static final int TAGS = 1 << 4;
    private static final int PREFIX_COUNT = 1 << 53 - TAG_SHIFT; // a prefix contains the width and the tag
    private static final long SLOT_MASK = (1L << TAG_SHIFT) - 1;
    private static final int SECOND_BITS = 18;

    /** The writer part has 1, 3, 5, … or 15 bits. */
    private static final int MAX_WIDTH = 7;

    /** Per expected worker: a worker that replaces a lost worker gets a new number. */
    private static final int RESERVE_FACTOR = 4;

    /** 2026-01-01T00:00Z. */
    private static final long EPOCH_SECONDS = 1_767_225_600L;

    private static final long MAX_SECONDS = 7 * 86_400;

    /** Minimum distance between the starts of two runs in this process with the same prefix, in 2^-18 s. */
    private static final long MIN_DISTANCE = 1L << SECOND_BITS - 2;

    private static final AtomicInteger RUNS =
            new AtomicInteger(ThreadLocalRandom.current().nextInt(TAGS));
    private static final AtomicLongArray LAST = new AtomicLongArray(PREFIX_COUNT);

    public static final Sink NO_SINK = new Sink() {};

    private final Sink sink;
    private final long startMicros;
    private final AtomicInteger writers;
    private volatile long firstNumber;

    /**
     * Numbers for another process. {@code first} belongs to the run's first writer, {@code firstWriter} is the first reserved
     * index.
     */
    public record ReservedNumbers(long first, int firstWriter) {}

    /** Called in the writers' threads. */
    public interface Sink {

        default void onStamped(long sequence, long rows) {}

        default void onUnstamped() {}

        default void onUnknown(long sequence) {}
    }

    public Stamps(Sink sink, long epochMicros) {
        this.sink = sink;
        startMicros = epochMicros;
        writers = new AtomicInteger();
        firstNumber = nextFirst(MAX_WIDTH, RUNS.getAndIncrement());
    }

    private long nextFirst(int width, long tag) {
        long micros = Math.max(1, startMicros - EPOCH_SECONDS * 1_000_000);
        long slot = (micros / 1_000_000 << SECOND_BITS) + (micros % 1_000_000 << SECOND_BITS) / 1_000_000;
        long prefix = (long) width << WIDTH_SHIFT - TAG_SHIFT | Math.floorMod(tag, TAGS);
        long firstSlot = LAST.updateAndGet((int) prefix, last -> Math.max(slot, last == 0 ? 0 : last + MIN_DISTANCE));
        return prefix << TAG_SHIFT | (firstSlot & SLOT_MASK) >> writerBits(width);
    }

    /**
     * Must be called before any writer number is assigned or reserved. {@code connection} differs between testers of the same
     * server, for example a connection id.
     */
    public void chooseLayout(int expectedWriters, long connection) {
        int width = 0;
        while (width < MAX_WIDTH && 1 << writerBits(width) < RESERVE_FACTOR * expectedWriters) {
            width++;
        }
        firstNumber = nextFirst(width, connection);
    }

    public Stamps(Sink sink, ReservedNumbers numbers) {
        this.sink = sink;
        startMicros = 0;
        firstNumber = numbers.first();
        writers = new AtomicInteger(numbers.firstWriter());
    }

    public ReservedNumbers reserve(int count) {
        int maxWriters = 1 << writerBits(width(firstNumber));
        int from = writers.getAndUpdate(used -> count > maxWriters - used ? used : used + count);
        if (count > maxWriters - from) {
            throw new RunFailedException(
                    "rows have stamps of at most " + maxWriters + " workers in this run, and there are more");
        }
        return new ReservedNumbers(firstNumber, from);
    }

    private static int width(long sequence) {
        return (int) (sequence >>> WIDTH_SHIFT) & MAX_WIDTH; // consumers may report any number
    }

    private static int writerShift(long sequence) {
        return TAG_SHIFT - writerBits(width(sequence));
    }

    private static long withoutWriter(long sequence) {
        return sequence & ~(SLOT_MASK >> writerShift(sequence) << writerShift(sequence));
    }

    private static int writerBits(int width) {
        return 2 * width + 1;
    }

    public static long writer(long sequence) {
        return (sequence & SLOT_MASK) >> writerShift(sequence);
    }

    /** The number is lower than this run's first number, or has another prefix. */
    public boolean isOfAnotherRun(long sequence) {
        return sequence >>> TAG_SHIFT != firstNumber >>> TAG_SHIFT || withoutWriter(sequence) < firstNumber;
    }

    /** Returns true if a row written at {@code micros} may have this stamp, for runs of at most a week. Repeats after 8.5 years. */
    public static boolean isOfRunAt(long sequence, long micros) {
        long startSecond = (withoutWriter(sequence) & SLOT_MASK) << writerBits(width(sequence)) >> SECOND_BITS;
        long latestStart = micros / 1_000_000 + 1 - EPOCH_SECONDS;
        return sequence > 0
                && sequence >>> TAG_SHIFT < PREFIX_COUNT
                && (latestStart - startSecond & SLOT_MASK >> SECOND_BITS) <= MAX_SECONDS + 1;
    }

    public ChangedRows writer(@Nullable ChangedRows rows) {
        int writerIndex = reserve(1).firstWriter();
        return new WriterStamp(firstNumber + ((long) writerIndex << writerShift(firstNumber)), rows);
    }

    private final class WriterStamp implements ChangedRows {

        private final @Nullable ChangedRows changedRows;
        private long sequence;
        private long count;

        WriterStamp(long sequence, @Nullable ChangedRows changedRows) {
            this.sequence = sequence;
            this.changedRows = changedRows;
        }

        @Override
        public long sequence() {
            return sequence;
        }

        @Override
        public void inserted(String table, long rows) {
            count += rows;
            if (changedRows != null) {
                changedRows.inserted(table, rows);
            }
        }

        @Override
        public void updated(String table, long rows) {
            count += rows;
            if (changedRows != null) {
                changedRows.updated(table, rows);
            }
        }

        @Override
        public void deleted(String table, long rows) {
            if (changedRows != null) {
                changedRows.deleted(table, rows);
            }
        }

        @Override
        public void onCommit() {
            if (count > 0) {
                sink.onStamped(sequence, count);
            } else {
                sink.onUnstamped();
            }
            next();
            if (changedRows != null) {
                changedRows.onCommit();
            }
        }

        @Override
        public void onRollback() {
            next();
            if (changedRows != null) {
                changedRows.onRollback();
            }
        }

        @Override
        public void onUnknownOutcome() {
            sink.onUnknown(sequence); // for a single autocommit statement, the number of rows is also unknown
            onRollback();
        }

        private void next() {
            sequence++;
            count = 0;
        }
    }
}
