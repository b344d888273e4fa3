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
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/** The distance of one stream from the end of its log. Written by the probe's thread, read by the sampler's thread. */
final class StreamLag {

    /** May return {@link Goal#UNKNOWN}. */
    @FunctionalInterface
    interface Distance {
        long between(LogPosition from, LogPosition to) throws IOException;
    }

    /** Older reports are not used. The probe queries at least once per second. */
    private static final long MAX_REPORT_AGE_MICROS = 3_000_000;

    /** The log's end may be queried more often. */
    private static final long STORE_INTERVAL_MICROS = 900_000;

    /**
     * @param behindBytes from the stream's position; {@link Goal#UNKNOWN} if not reported
     * @param isUnchanged true if the previous report had the same end, or does not exist
     */
    private record ReportedEnd(
            LogPosition end, long behindBytes, long completeBytes, long atMicros, boolean isUnchanged) {}

    private final StreamMeter meter;
    private final EpochMicrosClock clock;
    private final UnreadEnds unreadEnds = new UnreadEnds();

    private volatile @Nullable ReportedEnd lastReport;
    private volatile boolean isGoalReached;
    private long storedMicros;
    private int serverChanges;

    // used by the sampler's thread only; the writer overwrites send times
    private long missingHeartbeat;
    private long missingSentMicros = Long.MAX_VALUE;

    StreamLag(StreamMeter meter, EpochMicrosClock clock) {
        this.meter = meter;
        this.clock = clock;
    }

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

    /** The run writes nothing after the goal, so the log no longer grows unless other clients write. */
    void onGoalReached() {
        isGoalReached = true;
    }

    void setUnknown() {
        lastReport = null;
    }

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

    /** Returns at least 1 before the end, because not all bytes of a file are events. */
    private static long bytesBehind(ReportedEnd report, StreamSnapshot snapshot) {
        if (report.behindBytes == 0 || snapshot.position().isAtOrAfter(report.end.file(), report.end.offset())) {
            return 0;
        }
        return report.behindBytes == Goal.UNKNOWN
                ? Goal.UNKNOWN
                : Math.max(1, report.behindBytes - (snapshot.counts().get(Metric.BYTES) - report.completeBytes));
    }

    /**
     * If the log does not grow, or the stream has reached its goal, the bytes that were read since the last report are subtracted. If
     * the log grows, its end has moved as well.
     *
     * @param heartbeatSentMicros returns the send time of a heartbeat, or {@link Long#MAX_VALUE} if it is not committed
     */
    MeteredStream.Backlog backlog(LongUnaryOperator heartbeatSentMicros) {
        long nowMicros = clock.epochMicros();
        StreamSnapshot snapshot = meter.snapshot();
        ReportedEnd report = lastReport;
        long nextHeartbeat = Math.max(snapshot.lastHeartbeat() + 1, 1);
        if (nextHeartbeat != missingHeartbeat || missingSentMicros == Long.MAX_VALUE) {
            missingHeartbeat = nextHeartbeat;
            missingSentMicros = heartbeatSentMicros.applyAsLong(nextHeartbeat);
        }
        // unread data keeps its age until it is read, even if the server no longer reports its end
        return new MeteredStream.Backlog(
                report == null || nowMicros - report.atMicros > MAX_REPORT_AGE_MICROS
                        ? Goal.UNKNOWN
                        : report.isUnchanged || isGoalReached ? bytesBehind(report, snapshot) : report.behindBytes,
                Math.max(unreadEnds.ageMicros(snapshot.position(), nowMicros), nowMicros - missingSentMicros));
    }

    /** Reported ends of a log that the stream has not reached. Thread-safe. Unread data before an end is at least as old as its report. */
    static final class UnreadEnds {

        /** Enough for two minutes at one end per second. New ends are dropped if it is reached. */
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

        /** Returns 0 if the stream has read all stored ends. */
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
