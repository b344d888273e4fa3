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
 * Goal of a stream. A position belongs to a certain server. After a failover, the goal becomes a position at the new server with
 * all of the same transactions before it.
 */
final class StreamGoal {

    private static final long LOOK_NANOS = 200_000_000;

    private final @Nullable LogEnd end;
    private final long heartbeat;

    private @Nullable LogEnd there;
    private int changes;
    private long askAgainNanos = System.nanoTime();

    /** The file that the stream was in when the way was measured, and the bytes from its beginning. */
    private String measuredFile = "";

    private long measuredBytes;

    private StreamGoal(@Nullable LogEnd end, long heartbeat, int changes) {
        this.end = end;
        this.heartbeat = heartbeat;
        this.changes = changes;
        there = end;
    }

    static StreamGoal position(LogEnd end, FollowedServer of) {
        return new StreamGoal(end, -1, of.changes());
    }

    static StreamGoal heartbeat(long number) {
        return new StreamGoal(null, number, 0);
    }

    /**
     * Returns true if the stream has reached the goal.
     *
     * @param hasRead checks whether it has read a set of GTIDs, for a server that reports no positions
     */
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
        if (followed.changes() != changes) {
            there = null;
            measuredFile = "";
            changes = followed.changes();
        }
        if (there == null && System.nanoTime() - askAgainNanos >= 0) {
            LogEnd now = logEnd.apply(followed);
            if (ExecutedGtids.includes(
                    now.gtidSet(), end.gtidSet(), followed.info().isMariaDb())) {
                there = now;
            }
            askAgainNanos = System.nanoTime() + LOOK_NANOS;
            return false; // the stream's position may be from the server before
        }
        LogEnd goal = there;
        return goal != null
                && stream.position()
                        .isAtOrAfter(goal.position().file(), goal.position().offset());
    }

    /**
     * Returns the remaining distance.
     *
     * @param between returns the bytes between two positions, or {@link Goal#UNKNOWN}; called once for each file
     */
    long bytesAfter(LogPosition position, ToLongBiFunction<LogPosition, LogPosition> between) {
        LogEnd goal = there;
        if (goal == null
                || goal.position().equals(LogPosition.NOWHERE)
                || position.file().isEmpty()) {
            return Goal.UNKNOWN;
        }
        if (!position.file().equals(measuredFile)) {
            measuredFile = position.file();
            measuredBytes = between.applyAsLong(new LogPosition(measuredFile, 0), goal.position());
        }
        return measuredBytes == Goal.UNKNOWN ? Goal.UNKNOWN : Math.max(0, measuredBytes - position.offset());
    }
}
