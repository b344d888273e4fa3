// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.stream;

import io.github.cdctester.internal.binlog.FollowedServer;
import io.github.cdctester.internal.binlog.gtid.ExecutedGtids;
import io.github.cdctester.internal.binlog.position.LogEnd;
import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.meter.StreamSnapshot;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongBiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The heartbeat or log position that a stream must reach. A position is valid on one server only. After a failover, a position on the new
 * server replaces it.
 */
final class StreamGoal {

    private static final long POLL_NANOS = 200_000_000;

    private final @Nullable LogEnd end;
    private final long heartbeat;

    private @Nullable LogEnd currentEnd;
    private int serverChanges;
    private long nextQueryNanos = System.nanoTime();

    /** {@link #measuredBytes} is the distance from the start of this file to the goal. */
    private String measuredFile = "";

    private long measuredBytes;

    private StreamGoal(@Nullable LogEnd end, long heartbeat, int serverChanges) {
        this.end = end;
        this.heartbeat = heartbeat;
        this.serverChanges = serverChanges;
        currentEnd = end;
    }

    static StreamGoal position(LogEnd end, FollowedServer endServer) {
        return new StreamGoal(end, -1, endServer.changes());
    }

    static StreamGoal heartbeat(long number) {
        return new StreamGoal(null, number, 0);
    }

    /** @param hasRead true if the stream has read these GTIDs; used if the server reports no positions */
    boolean isReachedBy(
            StreamSnapshot stream,
            FollowedServer followed,
            Function<FollowedServer, LogEnd> logEnd,
            Predicate<String> hasRead) {
        if (end == null) {
            return stream.lastHeartbeat() >= heartbeat;
        }
        if (end.position().equals(LogPosition.NOWHERE)) {
            return hasRead.test(end.gtidSet());
        }
        if (followed.changes() != serverChanges) {
            currentEnd = null;
            measuredFile = "";
            serverChanges = followed.changes();
        }
        if (currentEnd == null && System.nanoTime() - nextQueryNanos >= 0) {
            LogEnd newEnd = logEnd.apply(followed);
            if (ExecutedGtids.includes(
                    newEnd.gtidSet(), end.gtidSet(), followed.info().isMariaDb())) {
                currentEnd = newEnd;
            }
            nextQueryNanos = System.nanoTime() + POLL_NANOS;
            return false; // the stream's position may still refer to the previous server
        }
        LogEnd goal = currentEnd;
        return goal != null
                && stream.position()
                        .isAtOrAfter(goal.position().file(), goal.position().offset());
    }

    /** @param bytesBetween may return {@link Goal#UNKNOWN}; called once for each file */
    long bytesAfter(LogPosition position, ToLongBiFunction<LogPosition, LogPosition> bytesBetween) {
        LogEnd goal = currentEnd;
        if (goal == null
                || goal.position().equals(LogPosition.NOWHERE)
                || position.file().isEmpty()) {
            return Goal.UNKNOWN;
        }
        if (!position.file().equals(measuredFile)) {
            measuredFile = position.file();
            measuredBytes = bytesBetween.applyAsLong(new LogPosition(measuredFile, 0), goal.position());
        }
        return measuredBytes == Goal.UNKNOWN ? Goal.UNKNOWN : Math.max(0, measuredBytes - position.offset());
    }
}
