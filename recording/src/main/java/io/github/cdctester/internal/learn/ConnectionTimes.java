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

/** First and last commit and commit intervals of each connection, from thread ids and commit times (µs) in a MySQL 8 log. */
final class ConnectionTimes {

    /** Maximum number of connections. Later connections are ignored. */
    private static final int MAX_CONNECTIONS = 1 << 18;

    private final Map<Integer, long[]> commitSpans = new HashMap<>();
    private final Sizes intervals = new Sizes(new Budget(1 << 20));
    private long commitMicros;
    private int threadId;

    /** Discards the commit time and thread id, before a new transaction. */
    void clear() {
        commitMicros = CommitTime.UNKNOWN_MICROS;
        threadId = 0;
    }

    /** Reads the commit time or thread id from the beginning of an event. */
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

    /** Counts the commit of the transaction if its time and thread id are known. */
    void recordCommit() {
        if (commitMicros == CommitTime.UNKNOWN_MICROS || threadId == 0) {
            return;
        }
        long[] span = commitSpans.get(threadId);
        if (span != null) {
            intervals.add(Math.max(0, commitMicros - span[1]));
            span[1] = commitMicros;
        } else if (commitSpans.size() < MAX_CONNECTIONS) {
            commitSpans.put(threadId, new long[] {commitMicros, commitMicros});
        }
    }

    /** Returns the statistics; empty if the log contains no thread ids, or no connection committed twice. */
    Optional<LearnedFacts.Connections> connections() {
        Map<Long, Integer> changes = new TreeMap<>();
        commitSpans.values().forEach(span -> {
            changes.merge(span[0], 1, Integer::sum);
            changes.merge(span[1] + 1, -1, Integer::sum);
        });
        long open = 0;
        long maxOpen = 0;
        for (int change : changes.values()) {
            open += change;
            maxOpen = Math.max(maxOpen, open);
        }
        return intervals.max() == 0
                ? Optional.empty()
                : Optional.of(new LearnedFacts.Connections(
                        maxOpen, intervals.quantile(0.5) / 1_000, intervals.quantile(0.95) / 1_000));
    }
}
