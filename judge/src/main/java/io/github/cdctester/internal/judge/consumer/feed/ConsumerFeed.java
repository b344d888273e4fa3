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
        /** A row of an incremental snapshot, which runs during the stream. */
        INCREMENTAL,
        /** A row was inserted or updated. */
        WRITTEN,
        DELETED
    }

    /** Receives the reports in their order; all times are in µs since the epoch. */
    public interface Receiver {

        /** {@code count} reports or lines could not be read; {@code changes} if they contain changes. */
        void unreadable(long count, boolean changes, String first);

        /** The timestamps of the following report. */
        void times(ChangeTimes times);

        void gtid(long high, long low, String tag, long number, long micros);

        void position(String file, long position, long micros);

        void row(RowEvent event, String table, String key, long sequence, long micros);

        /** One of several streams has read all its rows of a stamp. */
        void part(int stream, String name, long sequence, long rows, long micros);
    }

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

    private final ReportLane lane = new ReportLane();

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
        lane.empty(receiver);
    }

    @Override
    public void recordTransaction(@Nullable String gtid) {
        recordTransaction(gtid, ChangeTimes.NONE);
    }

    @Override
    public void recordTransaction(@Nullable String gtid, ChangeTimes times) {
        GtidName name = GtidName.read(gtid, mariaDb);
        if (name == null) {
            unreadable(1, false, String.valueOf(gtid));
        } else if (name.identity() == Identity.POSITION) {
            recordPosition(name.text(), name.number(), times);
        } else {
            added(lane.gtid(name.high(), name.low(), name.text(), name.number(), now(), times));
        }
    }

    @Override
    public void recordPosition(@Nullable String file, long position) {
        recordPosition(file, position, ChangeTimes.NONE);
    }

    @Override
    public void recordPosition(@Nullable String file, long position, ChangeTimes times) {
        if (file == null || file.isEmpty() || position < 0) {
            unreadable(1, false, file + ":" + position);
        } else {
            added(lane.position(file, position, now(), times));
        }
    }

    @Override
    public void recordRow(@Nullable String table, @Nullable String key, long sequence) {
        recordRow(table, key, sequence, ChangeTimes.NONE);
    }

    @Override
    public void recordRow(@Nullable String table, @Nullable String key, long sequence, ChangeTimes times) {
        row(RowEvent.WRITTEN, table, key, sequence, times);
    }

    @Override
    public void snapshot(@Nullable String table, @Nullable String key, long sequence, boolean incremental) {
        row(incremental ? RowEvent.INCREMENTAL : RowEvent.SNAPSHOT, table, key, sequence, ChangeTimes.NONE);
    }

    @Override
    public void deleted(@Nullable String table, @Nullable String key, long sequence) {
        row(RowEvent.DELETED, table, key, sequence, ChangeTimes.NONE);
    }

    private void row(RowEvent event, @Nullable String table, @Nullable String key, long sequence, ChangeTimes times) {
        if (table == null || key == null || sequence < 0) {
            unreadable(1, false, "row " + key + " of " + table + ", " + sequence);
        } else if (snapshot || event == RowEvent.WRITTEN) {
            added(lane.row(event, table, key, sequence, now(), times));
        }
    }

    /** One of several streams has shown all its rows of a stamp. */
    public void part(int stream, String name, long sequence, long rows) {
        added(lane.part(stream, name, sequence, rows, now()));
    }

    @Override
    public void lines(long count, long unreadable, boolean change, @Nullable String first) {
        lines.add(count);
        if (first != null) {
            unreadable(unreadable, change, first);
        }
    }

    private void unreadable(long count, boolean isChange, String first) {
        now();
        added(lane.unreadable(count, isChange, first));
    }

    private long now() {
        long now = clock.epochMicros();
        lastMicros = now;
        return now;
    }

    private void added(boolean isLong) {
        if (isLong) {
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

    /** Returns the number of printed lines; 0 if it prints none. */
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
