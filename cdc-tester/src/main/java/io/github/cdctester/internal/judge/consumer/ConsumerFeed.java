// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer;

import io.github.cdctester.consumer.ConsumerProbe;
import io.github.cdctester.internal.time.EpochMicrosClock;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Hands over what a consumer's probe is told. In the consumer's threads. */
final class ConsumerFeed implements ConsumerProbe.Listener {

    static final int GTID = 0;
    static final int POSITION = 1;
    static final int ROW = 2;
    static final int UNREADABLE = 3;

    private final boolean mariaDb;
    private final EpochMicrosClock clock;
    private final Runnable empty;
    private final ThreadLocal<GtidName> names = ThreadLocal.withInitial(GtidName::new);
    private final LongAdder bytes = new LongAdder();
    private final LongAdder events = new LongAdder();
    private final LongAdder lines = new LongAdder();
    private volatile @Nullable Throwable failure;
    private volatile boolean ended;
    private volatile long lastMicros;

    final HandoffBuffer lane = new HandoffBuffer();

    /** Creates it. */
    ConsumerFeed(boolean mariaDb, EpochMicrosClock clock, Runnable empty) {
        this.mariaDb = mariaDb;
        this.clock = clock;
        this.empty = empty;
    }

    @Override
    public void seen(@Nullable String gtid) {
        GtidName name = names.get();
        GtidName.Form form = name.read(gtid);
        if (form == GtidName.Form.POSITION) {
            seen(name.file(), name.number());
        } else if (form == (mariaDb ? GtidName.Form.MARIADB : GtidName.Form.MYSQL)) {
            put(GTID, name.high(), name.low(), name.number(), name.tag(), null);
        } else {
            put(UNREADABLE, 1, 0, 0, String.valueOf(gtid), null);
        }
    }

    @Override
    public void seen(@Nullable String file, long position) {
        if (file == null || file.isEmpty() || position < 0) {
            put(UNREADABLE, 1, 0, 0, file + ":" + position, null);
        } else {
            put(POSITION, position, 0, 0, file, null);
        }
    }

    @Override
    public void seen(@Nullable String table, @Nullable String key, long sequence) {
        if (table == null || key == null || sequence < 0) {
            put(UNREADABLE, 1, 0, 0, "row " + key + " of " + table + ", " + sequence, null);
        } else {
            put(ROW, sequence, 0, 0, table, key);
        }
    }

    @Override
    public void lines(long all, long unreadable, String first) {
        lines.add(all);
        if (unreadable > 0) {
            put(UNREADABLE, unreadable, 0, 0, first, null);
        }
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
        ended = true;
    }

    @Override
    public void ended() {
        ended = true;
    }

    long bytesSum() {
        return bytes.sum();
    }

    long eventsSum() {
        return events.sum();
    }

    /** Lines that it printed; 0 of one that prints none. */
    long linesSum() {
        return lines.sum();
    }

    @Nullable
    Throwable failure() {
        return failure;
    }

    boolean hasEnded() {
        return ended;
    }

    /** When it last reported something, in µs since the epoch; 0 for never. */
    long lastMicros() {
        return lastMicros;
    }
}
