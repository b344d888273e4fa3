// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.transaction;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.internal.binlog.event.CommitTime;
import io.github.cdctester.internal.binlog.gtid.ExecutedGtids;
import io.github.cdctester.internal.binlog.transaction.TransactionBoundary.Stage;
import java.nio.ByteBuffer;

/**
 * The transaction in flight. A <em>follower</em> directly follows another transaction and has the next GTID number of the same
 * source; followers are reported as a count. Confined to the reader's thread.
 */
public final class OpenTransaction {

    private final BinlogSink sink;
    private final DelaySource delaySource;

    private ExecutedGtids gtids = ExecutedGtids.withoutGtids();
    private long clockOffsetMicros;
    private Stage stage = Stage.NONE;
    private long commitMicros = CommitTime.UNKNOWN_MICROS;
    private long originalMicros = CommitTime.UNKNOWN_MICROS;
    private long firstArrivalMicros;
    private boolean isHeartbeatMapped;
    private long heartbeatSequence = -1;
    private long heartbeatSentMicros;
    private boolean reportsAllCommitTimes;
    private long followers;

    OpenTransaction(BinlogSink sink, DelaySource delaySource, long clockOffsetMicros) {
        this.sink = sink;
        this.delaySource = delaySource;
        this.clockOffsetMicros = clockOffsetMicros;
    }

    void track(ExecutedGtids executedGtids) {
        gtids = executedGtids;
    }

    void setClockOffset(long newOffsetMicros) {
        clockOffsetMicros = newOffsetMicros;
    }

    /** Also reports commit times in GTID events and event headers, except of heartbeats. */
    void reportAllCommitTimes() {
        reportsAllCommitTimes = true;
    }

    Stage stage() {
        return stage;
    }

    void begin(Stage newStage, long arrivalMicros) {
        stage = newStage;
        firstArrivalMicros = arrivalMicros;
        commitMicros = CommitTime.UNKNOWN_MICROS;
        originalMicros = CommitTime.UNKNOWN_MICROS;
        isHeartbeatMapped = false;
        heartbeatSequence = -1;
        gtids.clear();
    }

    /** The follower has arrived completely. Its GTID is not read, because it continues the sequence. */
    void beginFollower(long arrivalMicros) {
        firstArrivalMicros = arrivalMicros;
        heartbeatSequence = -1;
    }

    /** Returns true if the next transactions may be reported as followers. */
    boolean acceptsFollowers() {
        return gtids.acceptsFollowers();
    }

    void reportFollowers() {
        if (followers > 0) {
            gtids.addFollowers(followers);
            followers = 0;
        }
    }

    /** {@code end} is the index before the checksum. */
    void readGtid(ByteBuffer buffer, int index, int end, int type) {
        gtids.begin(buffer, index, end, type);
    }

    void setStage(Stage nextStage) {
        stage = nextStage;
    }

    /** Call it if the connection broke, or a new transaction began before this one ended. */
    void discard() {
        stage = Stage.NONE;
        gtids.discard();
    }

    /** In µs since the epoch on the clocks of the stream's server and the original server. */
    void setCommitTimes(long immediateMicros, long originMicros) {
        commitMicros = immediateMicros;
        originalMicros = originMicros;
    }

    boolean hasCommitTime() {
        return commitMicros != CommitTime.UNKNOWN_MICROS;
    }

    void setHeartbeatMapped(boolean isHeartbeatTable) {
        isHeartbeatMapped = isHeartbeatTable;
    }

    boolean isHeartbeatMapped() {
        return isHeartbeatMapped;
    }

    void setHeartbeat(long sequence, long sentMicros) {
        heartbeatSequence = sequence;
        heartbeatSentMicros = sentMicros;
    }

    /** Returns -1 if the transaction is not a heartbeat. */
    long heartbeatSequence() {
        return heartbeatSequence;
    }

    void end(long headerSeconds, long arrivalMicros) {
        stage = Stage.NONE;
        gtids.setCommitTime(testerTime(commitMicros));
        gtids.end(heartbeatSequence);
        if (heartbeatSequence >= 0) {
            sink.heartbeatEnd(heartbeatSequence, heartbeatSentMicros, arrivalMicros);
        } else {
            if (reportsAllCommitTimes) {
                sink.commitTimes(testerTime(commitMicros), headerTime(headerSeconds), arrivalMicros);
            }
            sink.transactionEnd(
                    commitTime(headerSeconds), testerTime(originalMicros), firstArrivalMicros, arrivalMicros);
        }
    }

    /** Requires a transaction that arrived in one read and is not a heartbeat. */
    void endComplete(TransactionPattern pattern, boolean isRepeated, long arrivalMicros) {
        stage = Stage.NONE;
        gtids.setCommitTime(testerTime(commitMicros));
        gtids.end();
        reportComplete(pattern, isRepeated, arrivalMicros);
    }

    void endFollower(TransactionPattern pattern, boolean isRepeated, long arrivalMicros) {
        followers++;
        reportComplete(pattern, isRepeated, arrivalMicros);
    }

    private void reportComplete(TransactionPattern pattern, boolean isRepeated, long arrivalMicros) {
        long headerSeconds = pattern.seconds();
        if (reportsAllCommitTimes) {
            sink.commitTimes(testerTime(commitMicros), headerTime(headerSeconds), arrivalMicros);
        }
        sink.transaction(
                pattern.types(),
                pattern.lengths(),
                pattern.count(),
                isRepeated,
                pattern.bytes(),
                commitTime(headerSeconds),
                testerTime(originalMicros),
                arrivalMicros);
    }

    private long commitTime(long headerSeconds) {
        return switch (delaySource) {
            case COMMIT_TIMESTAMP -> testerTime(commitMicros);
            case EVENT_HEADER -> headerTime(headerSeconds);
            case HEARTBEAT -> CommitTime.UNKNOWN_MICROS;
        };
    }

    private long headerTime(long headerSeconds) {
        return headerSeconds * 1_000_000 - clockOffsetMicros;
    }

    private long testerTime(long serverMicros) {
        return serverMicros == CommitTime.UNKNOWN_MICROS ? serverMicros : serverMicros - clockOffsetMicros;
    }
}
