// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.stream;

import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.meter.MeteredStream;
import io.github.cdctester.internal.meter.Metric;
import io.github.cdctester.internal.meter.StreamMeter;
import io.github.cdctester.internal.meter.StreamSnapshot;
import io.github.cdctester.internal.time.EpochMicrosClock;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** The distance of one stream from the end of its log. The probe's thread writes it, the sampler's thread reads it. */
final class StreamLag {

    /** Bytes of the log between two positions, or {@link Goal#UNKNOWN}. */
    @FunctionalInterface
    interface Distance {
        long between(LogPosition from, LogPosition to) throws IOException;
    }

    private static final long UNKNOWN_BYTES = Goal.UNKNOWN;

    /** An older answer does not describe the present; the probe queries once a second. */
    private static final long STALE_MICROS = 3_000_000;

    /** Stored ends are about a second apart, for any polling rate. */
    private static final long KEPT_EVERY_MICROS = 900_000;

    /**
     * The last observation of the log's end.
     *
     * @param behindBytes its distance; {@link #UNKNOWN_BYTES} if the server did not report it
     */
    private record Seen(LogPosition end, long behindBytes, long completeBytes, long atMicros) {}

    private final StreamMeter meter;
    private final EpochMicrosClock clock;
    private final UnreadEnds unread = new UnreadEnds();

    private volatile @Nullable Seen seen;
    private long keptMicros;
    private int serverChanges;

    StreamLag(StreamMeter meter, EpochMicrosClock clock) {
        this.meter = meter;
        this.clock = clock;
    }

    /** The log was just seen to end there. */
    void logEndsAt(LogPosition end, int changes, Distance distance) throws IOException {
        if (changes != serverChanges) {
            unread.clear();
            keptMicros = 0;
            serverChanges = changes;
        }
        StreamSnapshot now = meter.snapshot();
        LogPosition ours = now.position();
        if (ours.file().isEmpty() && changes > 0) {
            setUnknown(); // it has not begun there yet
            return;
        }
        boolean ahead = ours.file().isEmpty() || ours.isAtOrAfter(end.file(), end.offset());
        if (!ahead && clock.epochMicros() - keptMicros >= KEPT_EVERY_MICROS) {
            keptMicros = clock.epochMicros();
            unread.add(end, keptMicros);
        }
        long behindBytes = ahead ? 0 : distance.between(ours, end);
        seen = new Seen(end, behindBytes, now.counts().get(Metric.BYTES), clock.epochMicros());
    }

    void setUnknown() {
        seen = null;
    }

    /** As of now, against the end that was seen last. */
    LogProgress progress() {
        StreamSnapshot now = meter.snapshot();
        long read = now.counts().get(Metric.BYTES_READ);
        long complete = now.counts().get(Metric.BYTES);
        Seen last = seen;
        if (last == null) {
            return new LogProgress(read, complete, UNKNOWN_BYTES, Long.MAX_VALUE);
        }
        return new LogProgress(read, complete, behind(last, now), clock.epochMicros() - last.atMicros);
    }

    /** Between files there are bytes outside of events, so that only the place shows that nothing is left. */
    private static long behind(Seen last, StreamSnapshot now) {
        if (last.behindBytes == 0 || now.position().isAtOrAfter(last.end.file(), last.end.offset())) {
            return 0;
        }
        return last.behindBytes == UNKNOWN_BYTES
                ? UNKNOWN_BYTES
                : Math.max(1, last.behindBytes - (now.counts().get(Metric.BYTES) - last.completeBytes));
    }

    MeteredStream.Backlog backlog() {
        long now = clock.epochMicros();
        Seen last = seen;
        // known unread data stays unread until it has been read, even without an answer
        return new MeteredStream.Backlog(
                last == null || now - last.atMicros > STALE_MICROS ? UNKNOWN_BYTES : last.behindBytes,
                unread.ageMicros(meter.snapshot().position(), now));
    }

    /**
     * Ends of a log that were seen and have not been read up to yet, with when they were seen: what lies before the oldest of
     * them is at least as old. Safe for several threads.
     */
    static final class UnreadEnds {

        /** Enough for two minutes of silence at one a second; after that only the older ones are kept. */
        static final int MAX = 128;

        private record UnreadEnd(LogPosition end, long atMicros) {}

        private final Deque<UnreadEnd> ends = new ArrayDeque<>();

        /** The log was seen to end here. */
        synchronized void add(LogPosition end, long nowMicros) {
            UnreadEnd last = ends.peekLast();
            if (ends.size() < MAX && (last == null || !last.end.equals(end))) {
                ends.addLast(new UnreadEnd(end, nowMicros));
            }
        }

        /** The stream comes from another server now, whose positions are others. */
        synchronized void clear() {
            ends.clear();
        }

        /** Returns the age of the oldest stored end after a position; 0 for none. */
        synchronized long ageMicros(LogPosition read, long nowMicros) {
            while (!ends.isEmpty()
                    && read.isAtOrAfter(
                            ends.getFirst().end.file(), ends.getFirst().end.offset())) {
                ends.removeFirst();
            }
            return ends.isEmpty() ? 0 : Math.max(0, nowMicros - ends.getFirst().atMicros);
        }
    }
}
