// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.transaction;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.internal.binlog.event.CommitTime;
import io.github.cdctester.internal.binlog.gtid.ExecutedGtids;
import io.github.cdctester.internal.binlog.transaction.TransactionBoundary.Stage;
import java.nio.ByteBuffer;

/** The state of the transaction that is in flight. Confined to the reader's thread. */
public final class OpenTransaction {

    private final BinlogSink sink;
    private final DelaySource delaySource;

    private ExecutedGtids gtids = ExecutedGtids.off();
    private long clockOffsetMicros;
    private Stage stage = Stage.NONE;
    private long commitMicros = CommitTime.UNKNOWN_MICROS;
    private long originalMicros = CommitTime.UNKNOWN_MICROS;
    private long firstArrivalMicros;
    private boolean heartbeatMapped;
    private long heartbeatSequence = -1;
    private long heartbeatSentMicros;
    private boolean tellsAllCommitTimes;
    private long followers;

    OpenTransaction(BinlogSink sink, DelaySource delaySource, long clockOffsetMicros) {
        this.sink = sink;
        this.delaySource = delaySource;
        this.clockOffsetMicros = clockOffsetMicros;
    }

    /** Keeps its GTID once it has ended. */
    void track(ExecutedGtids executed) {
        gtids = executed;
    }

    /** The stream continues at a server with another clock. */
    void clockOffset(long newOffsetMicros) {
        clockOffsetMicros = newOffsetMicros;
    }

    /** Reports the commit times of all sources to the sink from now on. */
    void reportAllCommitTimes() {
        tellsAllCommitTimes = true;
    }

    Stage stage() {
        return stage;
    }

    void begin(Stage first, long arrivalMicros) {
        stage = first;
        firstArrivalMicros = arrivalMicros;
        commitMicros = CommitTime.UNKNOWN_MICROS;
        originalMicros = CommitTime.UNKNOWN_MICROS;
        heartbeatMapped = false;
        heartbeatSequence = -1;
        gtids.clear();
    }

    /** It is all there and follows the last one without a gap, so that its GTID need not be read. */
    void beginFollower(long arrivalMicros) {
        firstArrivalMicros = arrivalMicros;
        heartbeatSequence = -1;
    }

    /** Returns true if the transactions after the last one may be reported as a count. */
    boolean acceptsFollowers() {
        return gtids.acceptsFollowers();
    }

    /** Reports the followers that have ended. */
    void reportFollowers() {
        if (followers > 0) {
            gtids.followed(followers);
            followers = 0;
        }
    }

    /** Reads the identity from the GTID event that opened it; {@code end} is the index before the checksum. */
    void identifiedBy(ByteBuffer buffer, int at, int end, int type) {
        gtids.begin(buffer, at, end, type);
    }

    void continueAs(Stage next) {
        stage = next;
    }

    /** Discards it: the connection broke, or a new transaction began before its end. */
    void drop() {
        stage = Stage.NONE;
        gtids.drop();
    }

    /** Takes its commit times, on the clocks of the servers. */
    void committedAt(long immediateMicros, long firstMadeMicros) {
        commitMicros = immediateMicros;
        originalMicros = firstMadeMicros;
    }

    boolean hasCommitTime() {
        return commitMicros != CommitTime.UNKNOWN_MICROS;
    }

    /** Handles a TABLE_MAP event. */
    void mapped(boolean heartbeatTable) {
        heartbeatMapped = heartbeatTable;
    }

    boolean isHeartbeatMapped() {
        return heartbeatMapped;
    }

    void heartbeat(long sequence, long sentMicros) {
        heartbeatSequence = sequence;
        heartbeatSentMicros = sentMicros;
    }

    /** The heartbeat's number, or -1 if it is another transaction. */
    long heartbeatSequence() {
        return heartbeatSequence;
    }

    /** Its last byte has arrived. */
    void end(long headerSeconds, long arrivalMicros) {
        stage = Stage.NONE;
        gtids.committedAt(onOurClock(commitMicros));
        gtids.end(heartbeatSequence);
        if (heartbeatSequence >= 0) {
            sink.heartbeatEnd(heartbeatSequence, heartbeatSentMicros, arrivalMicros);
        } else {
            if (tellsAllCommitTimes) {
                sink.commitTimes(onOurClock(commitMicros), headerOnOurClock(headerSeconds), arrivalMicros);
            }
            sink.transactionEnd(
                    commitOnOurClock(headerSeconds), onOurClock(originalMicros), firstArrivalMicros, arrivalMicros);
        }
    }

    /** Ends a transaction that arrived in one read and is no heartbeat, and reports it in one call. */
    void endWhole(TransactionPattern shape, boolean repeated, long arrivalMicros) {
        stage = Stage.NONE;
        gtids.committedAt(onOurClock(commitMicros));
        gtids.end();
        reportWhole(shape, repeated, arrivalMicros);
    }

    /** Like {@link #endWhole}, for a transaction that was opened as a follower. */
    void endWholeFollower(TransactionPattern shape, boolean repeated, long arrivalMicros) {
        followers++;
        reportWhole(shape, repeated, arrivalMicros);
    }

    private void reportWhole(TransactionPattern shape, boolean repeated, long arrivalMicros) {
        long headerSeconds = shape.seconds();
        if (tellsAllCommitTimes) {
            sink.commitTimes(onOurClock(commitMicros), headerOnOurClock(headerSeconds), arrivalMicros);
        }
        sink.transaction(
                shape.types(),
                shape.lengths(),
                shape.count(),
                repeated,
                shape.bytes(),
                commitOnOurClock(headerSeconds),
                onOurClock(originalMicros),
                arrivalMicros);
    }

    private long commitOnOurClock(long headerSeconds) {
        return switch (delaySource) {
            case COMMIT_TIMESTAMP -> onOurClock(commitMicros);
            case EVENT_HEADER -> headerOnOurClock(headerSeconds);
            case HEARTBEAT -> CommitTime.UNKNOWN_MICROS;
        };
    }

    private long headerOnOurClock(long headerSeconds) {
        return headerSeconds * 1_000_000 - clockOffsetMicros;
    }

    private long onOurClock(long serverMicros) {
        return serverMicros == CommitTime.UNKNOWN_MICROS ? serverMicros : serverMicros - clockOffsetMicros;
    }
}
