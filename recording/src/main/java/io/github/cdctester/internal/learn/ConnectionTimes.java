// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.learn;

import io.github.cdctester.internal.binlog.event.CommitTime;
import io.github.cdctester.internal.binlog.event.EventFramer;
import io.github.cdctester.internal.binlog.event.EventKind;
import io.github.cdctester.internal.binlog.event.GtidEvent;
import io.github.cdctester.internal.bound.Budget;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Records the first and last commit time (µs) of each connection in a MySQL 8 log, and the intervals between its commits. */
final class ConnectionTimes {

    /** Limit for connections; later ones are ignored. */
    private static final int MAX_CONNECTIONS = 1 << 18;

    private final Map<Integer, long[]> firstAndLastCommits = new HashMap<>();
    private final Sizes intervals = new Sizes(new Budget(1 << 20));
    private long commitMicros;
    private int threadId;

    void clear() {
        commitMicros = CommitTime.UNKNOWN_MICROS;
        threadId = 0;
    }

    void readEvent(int type, ByteBuffer buffer, int index, long length, int checksumBytes) {
        if (type == EventKind.GTID || type == EventKind.ANONYMOUS_GTID) {
            long original = GtidEvent.originalCommitMicros(buffer, index, length, checksumBytes);
            commitMicros = original != CommitTime.UNKNOWN_MICROS
                    ? original
                    : GtidEvent.immediateCommitMicros(buffer, index, length, checksumBytes);
        } else if (type == EventKind.QUERY && threadId == 0) {
            threadId = buffer.getInt(index + EventFramer.HEADER_BYTES);
        }
    }

    /** Ignores a transaction without commit time or thread id. */
    void recordCommit() {
        if (commitMicros == CommitTime.UNKNOWN_MICROS || threadId == 0) {
            return;
        }
        long[] firstAndLast = firstAndLastCommits.get(threadId);
        if (firstAndLast != null) {
            intervals.add(Math.max(0, commitMicros - firstAndLast[1]));
            firstAndLast[1] = commitMicros;
        } else if (firstAndLastCommits.size() < MAX_CONNECTIONS) {
            firstAndLastCommits.put(threadId, new long[] {commitMicros, commitMicros});
        }
    }

    /** Returns empty if the log contains no thread ids, or no connection committed at two different times. */
    Optional<LearnedFacts.Connections> connections() {
        Map<Long, Integer> changes = new TreeMap<>();
        firstAndLastCommits.values().forEach(firstAndLast -> {
            changes.merge(firstAndLast[0], 1, Integer::sum);
            changes.merge(firstAndLast[1] + 1, -1, Integer::sum);
        });
        long openCount = 0;
        long maxOpenCount = 0;
        for (int change : changes.values()) {
            openCount += change;
            maxOpenCount = Math.max(maxOpenCount, openCount);
        }
        return intervals.max() == 0
                ? Optional.empty()
                : Optional.of(new LearnedFacts.Connections(
                        maxOpenCount, intervals.quantile(0.5) / 1_000, intervals.quantile(0.95) / 1_000));
    }
}
