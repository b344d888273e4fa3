// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer;

import io.github.cdctester.consumer.ConsumerProbe;
import io.github.cdctester.consumer.ConsumerProbe.Unreadable;
import io.github.cdctester.internal.judge.consumer.SnapshotLedger.Shown;
import io.github.cdctester.internal.time.EpochMicrosClock;
import io.github.cdctester.result.ConsumerResult.Identity;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Hands over what a consumer reports to its probe. In the consumer's threads. */
final class ConsumerFeed implements ConsumerProbe.Listener {

    /** An entry's kind: the ordinal of its {@link Identity}, or this. */
    static final int UNREADABLE = -1;

    /** Stamped rows of one of several streams. */
    static final int PART = -2;

    /** A row of a snapshot, or a deleted one. */
    static final int SNAPSHOT = -3;

    private final boolean mariaDb;
    private final EpochMicrosClock clock;
    private final Runnable empty;
    private final boolean snapshot;
    private final LongAdder bytes = new LongAdder();
    private final LongAdder events = new LongAdder();
    private final LongAdder lines = new LongAdder();
    private volatile @Nullable Throwable failure;
    private volatile long endedMicros = Long.MAX_VALUE;
    private volatile long lastMicros;

    final HandoffBuffer lane = new HandoffBuffer();

    ConsumerFeed(boolean mariaDb, EpochMicrosClock clock, Runnable empty, boolean snapshot) {
        this.mariaDb = mariaDb;
        this.clock = clock;
        this.empty = empty;
        this.snapshot = snapshot;
    }

    @Override
    public void seen(@Nullable String gtid) {
        GtidName name = GtidName.read(gtid, mariaDb);
        if (name == null) {
            unreadable(1, false, String.valueOf(gtid));
        } else if (name.identity() == Identity.POSITION) {
            seen(name.text(), name.number());
        } else {
            put(Identity.GTID.ordinal(), name.high(), name.low(), name.number(), name.text(), null);
        }
    }

    @Override
    public void seen(@Nullable String file, long position) {
        if (file == null || file.isEmpty() || position < 0) {
            unreadable(1, false, file + ":" + position);
        } else {
            put(Identity.POSITION.ordinal(), position, 0, 0, file, null);
        }
    }

    @Override
    public void seen(@Nullable String table, @Nullable String key, long sequence) {
        row(Shown.WRITTEN, table, key, sequence);
    }

    @Override
    public void snapshot(@Nullable String table, @Nullable String key, long sequence, boolean incremental) {
        row(incremental ? Shown.INCREMENTAL : Shown.ROW, table, key, sequence);
    }

    @Override
    public void deleted(@Nullable String table, @Nullable String key, long sequence) {
        row(Shown.DELETED, table, key, sequence);
    }

    private void row(Shown shown, @Nullable String table, @Nullable String key, long sequence) {
        if (table == null || key == null || sequence < 0) {
            unreadable(1, false, "row " + key + " of " + table + ", " + sequence);
        } else if (snapshot || shown == Shown.WRITTEN) {
            put(shown == Shown.WRITTEN ? Identity.ROW.ordinal() : SNAPSHOT, sequence, shown.ordinal(), 0, table, key);
        }
    }

    /** One of several streams has shown all its rows of a stamp. */
    void part(int stream, String name, long sequence, long rows) {
        put(PART, sequence, rows, stream, name, null);
    }

    @Override
    public void lines(long count, long unreadable, @Nullable Unreadable first) {
        lines.add(count);
        if (first != null) {
            unreadable(unreadable, first.problem().isOfChange(), first.text());
        }
    }

    private void unreadable(long count, boolean isChange, String first) {
        put(UNREADABLE, count, isChange ? 1 : 0, 0, first, null);
    }

    private void put(int kind, long a, long b, long c, String one, @Nullable String other) {
        long now = clock.epochMicros();
        lastMicros = now;
        if (lane.put(kind, a, b, c, now, 0, one, other)) {
            empty.run();
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

    long bytesSum() {
        return bytes.sum();
    }

    long eventsSum() {
        return events.sum();
    }

    /** Returns the number of printed lines; 0 if it prints none. */
    long linesSum() {
        return lines.sum();
    }

    @Nullable
    Throwable failure() {
        return failure;
    }

    boolean hasEnded() {
        return hasEndedBefore(Long.MAX_VALUE);
    }

    /** Returns true if it had ended by a time, in µs since the epoch. */
    boolean hasEndedBefore(long micros) {
        return endedMicros < micros;
    }

    /** When it last reported something, in µs since the epoch; 0 for never. */
    long lastMicros() {
        return lastMicros;
    }
}
