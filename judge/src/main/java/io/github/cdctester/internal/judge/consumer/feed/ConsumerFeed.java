// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.feed;

import io.github.cdctester.internal.time.EpochMicrosClock;
import io.github.cdctester.result.ConsumerResult.Identity;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Hands over the reports of a consumer's probe. In the consumer's threads. */
public final class ConsumerFeed implements JudgedProbe.Listener {

    /** The kinds of row reports. */
    public enum RowEvent {
        SNAPSHOT,
        /** A row of an incremental snapshot, which runs beside the stream. */
        INCREMENTAL,
        /** A row was inserted or updated. */
        WRITTEN,
        DELETED
    }

    /** Receives the reports in their order; all times are in µs since the epoch. */
    public interface Receiver {

        /** {@code count} reports or lines could not be read; {@code changes} if they contain changes. */
        void unreadable(long count, boolean changes, String first);

        void gtid(long high, long low, String tag, long number, long micros);

        void position(String file, long position, long micros);

        void row(RowEvent event, String table, String key, long sequence, long micros);

        /** One of several streams has read all its rows of a stamp. */
        void part(int stream, String name, long sequence, long rows, long micros);
    }

    /** An entry's kind if it is a row: the ordinal of its {@link RowEvent}; else one of the next ones. */
    private static final int UNREADABLE = -1;

    private static final int PART = -2;
    private static final int GTID = -3;
    private static final int POSITION = -4;
    private static final RowEvent[] ROW_EVENTS = RowEvent.values();

    private final boolean mariaDb;
    private final EpochMicrosClock clock;
    private final Runnable onFull;
    private final boolean snapshot;
    private final LongAdder bytes = new LongAdder();
    private final LongAdder events = new LongAdder();
    private final LongAdder lines = new LongAdder();
    private volatile @Nullable Throwable failure;
    private volatile long endedMicros = Long.MAX_VALUE;
    private volatile long lastMicros;

    private final HandoffBuffer lane = new HandoffBuffer();

    /**
     * Creates the feed of one consumer.
     *
     * @param onFull is called when many reports wait
     * @param snapshot whether snapshot rows and deletes are handed over
     */
    public ConsumerFeed(boolean mariaDb, EpochMicrosClock clock, Runnable onFull, boolean snapshot) {
        this.mariaDb = mariaDb;
        this.clock = clock;
        this.onFull = onFull;
        this.snapshot = snapshot;
    }

    /** Moves all reports to a receiver; by one thread at a time. */
    public void empty(Receiver receiver) {
        lane.empty((kind, numbers, at, one, other) -> {
            String text = String.valueOf(one);
            long micros = numbers[at + 3];
            switch (kind) {
                case UNREADABLE -> receiver.unreadable(numbers[at], numbers[at + 1] != 0, text);
                case PART -> receiver.part((int) numbers[at + 2], text, numbers[at], numbers[at + 1], micros);
                case GTID -> receiver.gtid(numbers[at], numbers[at + 1], text, numbers[at + 2], micros);
                case POSITION -> receiver.position(text, numbers[at], micros);
                default -> receiver.row(ROW_EVENTS[kind], text, String.valueOf(other), numbers[at], micros);
            }
        });
    }

    @Override
    public void seen(@Nullable String gtid) {
        GtidName name = GtidName.read(gtid, mariaDb);
        if (name == null) {
            unreadable(1, false, String.valueOf(gtid));
        } else if (name.identity() == Identity.POSITION) {
            seen(name.text(), name.number());
        } else {
            put(GTID, name.high(), name.low(), name.number(), name.text(), null);
        }
    }

    @Override
    public void seen(@Nullable String file, long position) {
        if (file == null || file.isEmpty() || position < 0) {
            unreadable(1, false, file + ":" + position);
        } else {
            put(POSITION, position, 0, 0, file, null);
        }
    }

    @Override
    public void seen(@Nullable String table, @Nullable String key, long sequence) {
        row(RowEvent.WRITTEN, table, key, sequence);
    }

    @Override
    public void snapshot(@Nullable String table, @Nullable String key, long sequence, boolean incremental) {
        row(incremental ? RowEvent.INCREMENTAL : RowEvent.SNAPSHOT, table, key, sequence);
    }

    @Override
    public void deleted(@Nullable String table, @Nullable String key, long sequence) {
        row(RowEvent.DELETED, table, key, sequence);
    }

    private void row(RowEvent event, @Nullable String table, @Nullable String key, long sequence) {
        if (table == null || key == null || sequence < 0) {
            unreadable(1, false, "row " + key + " of " + table + ", " + sequence);
        } else if (snapshot || event == RowEvent.WRITTEN) {
            put(event.ordinal(), sequence, 0, 0, table, key);
        }
    }

    /** One of several streams has shown all its rows of a stamp. */
    public void part(int stream, String name, long sequence, long rows) {
        put(PART, sequence, rows, stream, name, null);
    }

    @Override
    public void lines(long count, long unreadable, boolean change, @Nullable String first) {
        lines.add(count);
        if (first != null) {
            unreadable(unreadable, change, first);
        }
    }

    private void unreadable(long count, boolean isChange, String first) {
        put(UNREADABLE, count, isChange ? 1 : 0, 0, first, null);
    }

    private void put(int kind, long a, long b, long c, String one, @Nullable String other) {
        long now = clock.epochMicros();
        lastMicros = now;
        if (lane.put(kind, a, b, c, now, 0, one, other)) {
            onFull.run();
        }
    }

    @Override
    public void bytes(long count) {
        bytes.add(Math.max(0, count));
    }

    @Override
    public void events(long count) {
        events.add(Math.max(0, count));
    }

    @Override
    public void failed(@Nullable Throwable why) {
        failure = why == null ? new IllegalStateException("it did not say why") : why;
        ended();
    }

    @Override
    public void ended() {
        endedMicros = Math.min(endedMicros, clock.epochMicros());
    }

    public long bytesSum() {
        return bytes.sum();
    }

    public long eventsSum() {
        return events.sum();
    }

    /** Lines that it printed; 0 of one that prints none. */
    public long linesSum() {
        return lines.sum();
    }

    @Nullable
    public Throwable failure() {
        return failure;
    }

    public boolean hasEnded() {
        return hasEndedBefore(Long.MAX_VALUE);
    }

    /** Returns true if it had ended by a time, in µs since the epoch. */
    public boolean hasEndedBefore(long micros) {
        return endedMicros < micros;
    }

    /** When it last reported something, in µs since the epoch; 0 for never. */
    public long lastMicros() {
        return lastMicros;
    }
}
