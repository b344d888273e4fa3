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

    /** Computes the bytes of the log between two positions, or {@link Goal#UNKNOWN}. */
    @FunctionalInterface
    interface Distance {
        long between(LogPosition from, LogPosition to) throws IOException;
    }

    /** Maximum age of a usable report of the log's end. The probe queries at least once per second. */
    private static final long MAX_REPORT_AGE_MICROS = 3_000_000;

    /** Minimum time between stored ends, even if the log's end is queried more often. */
    private static final long STORE_INTERVAL_MICROS = 900_000;

    /**
     * @param behindBytes bytes from the stream's position to this end; {@link Goal#UNKNOWN} if the server did not report them
     * @param isUnchanged true if the previous report had the same end, or if there was no previous report
     */
    private record ReportedEnd(
            LogPosition end, long behindBytes, long completeBytes, long atMicros, boolean isUnchanged) {}

    private final StreamMeter meter;
    private final EpochMicrosClock clock;
    private final UnreadEnds unreadEnds = new UnreadEnds();

    private volatile @Nullable ReportedEnd lastReport;
    private long storedMicros;
    private int serverChanges;

    StreamLag(StreamMeter meter, EpochMicrosClock clock) {
        this.meter = meter;
        this.clock = clock;
    }

    /** Records the log's end that the server has just reported. */
    void recordLogEnd(LogPosition end, int changes, Distance distance) throws IOException {
        if (changes != serverChanges) {
            unreadEnds.clear();
            storedMicros = 0;
            serverChanges = changes;
        }
        StreamSnapshot snapshot = meter.snapshot();
        LogPosition streamPosition = snapshot.position();
        if (streamPosition.file().isEmpty() && changes > 0) {
            setUnknown(); // the stream has not started on the new server
            return;
        }
        boolean isAhead = streamPosition.file().isEmpty() || streamPosition.isAtOrAfter(end.file(), end.offset());
        if (!isAhead && clock.epochMicros() - storedMicros >= STORE_INTERVAL_MICROS) {
            storedMicros = clock.epochMicros();
            unreadEnds.add(end, storedMicros);
        }
        long behindBytes = isAhead ? 0 : distance.between(streamPosition, end);
        ReportedEnd previousReport = lastReport;
        boolean isUnchanged = previousReport == null || previousReport.end.equals(end);
        lastReport = new ReportedEnd(
                end, behindBytes, snapshot.counts().get(Metric.BYTES), clock.epochMicros(), isUnchanged);
    }

    void setUnknown() {
        lastReport = null;
    }

    /** Returns the current progress, and the distance to the last reported end. */
    LogProgress progress() {
        StreamSnapshot snapshot = meter.snapshot();
        long readBytes = snapshot.counts().get(Metric.BYTES_READ);
        long completeBytes = snapshot.counts().get(Metric.BYTES);
        ReportedEnd report = lastReport;
        if (report == null) {
            return new LogProgress(readBytes, completeBytes, Goal.UNKNOWN, Long.MAX_VALUE);
        }
        return new LogProgress(
                readBytes, completeBytes, bytesBehind(report, snapshot), clock.epochMicros() - report.atMicros);
    }

    /** Returns the bytes to the reported end, if known; at least 1 before the end, as not all bytes of a file are events. */
    private static long bytesBehind(ReportedEnd report, StreamSnapshot snapshot) {
        if (report.behindBytes == 0 || snapshot.position().isAtOrAfter(report.end.file(), report.end.offset())) {
            return 0;
        }
        return report.behindBytes == Goal.UNKNOWN
                ? Goal.UNKNOWN
                : Math.max(1, report.behindBytes - (snapshot.counts().get(Metric.BYTES) - report.completeBytes));
    }

    /**
     * Returns the backlog. If the log does not grow, the bytes that were read since the last report are subtracted. Otherwise
     * they are not, because the log's end has moved as well.
     */
    MeteredStream.Backlog backlog() {
        long nowMicros = clock.epochMicros();
        StreamSnapshot snapshot = meter.snapshot();
        ReportedEnd report = lastReport;
        // unread data keeps its age until it is read, even if the server no longer reports its end
        return new MeteredStream.Backlog(
                report == null || nowMicros - report.atMicros > MAX_REPORT_AGE_MICROS
                        ? Goal.UNKNOWN
                        : report.isUnchanged ? bytesBehind(report, snapshot) : report.behindBytes,
                unreadEnds.ageMicros(snapshot.position(), nowMicros));
    }

    /**
     * Reported ends of a log that the stream has not reached, with the times of the reports. Unread data before the oldest end is
     * at least as old as the report of this end. Thread-safe.
     */
    static final class UnreadEnds {

        /**
         * Maximum number of stored ends, which is enough for two minutes at one end per second. If it is reached, new ends are
         * dropped.
         */
        static final int MAX_ENDS = 128;

        private record UnreadEnd(LogPosition end, long atMicros) {}

        private final Deque<UnreadEnd> ends = new ArrayDeque<>();

        synchronized void add(LogPosition end, long nowMicros) {
            UnreadEnd newestEnd = ends.peekLast();
            if (ends.size() < MAX_ENDS && (newestEnd == null || !newestEnd.end.equals(end))) {
                ends.addLast(new UnreadEnd(end, nowMicros));
            }
        }

        /** Called after a failover, because positions on the new server differ. */
        synchronized void clear() {
            ends.clear();
        }

        /** Returns the age of the oldest stored end past the position that was read; 0 if there is none. */
        synchronized long ageMicros(LogPosition readPosition, long nowMicros) {
            while (!ends.isEmpty()
                    && readPosition.isAtOrAfter(
                            ends.getFirst().end.file(), ends.getFirst().end.offset())) {
                ends.removeFirst();
            }
            return ends.isEmpty() ? 0 : Math.max(0, nowMicros - ends.getFirst().atMicros);
        }
    }
}
