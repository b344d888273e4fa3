// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.transaction;

import io.github.cdctester.internal.binlog.event.CommitTimestampMark;
import io.github.cdctester.internal.binlog.event.EventHeader;
import io.github.cdctester.internal.binlog.event.EventKind;
import io.github.cdctester.internal.binlog.event.GtidEvent;
import io.github.cdctester.internal.binlog.event.HeartbeatRow;
import io.github.cdctester.internal.binlog.event.HeartbeatWatch;
import io.github.cdctester.internal.binlog.event.QueryStatement;
import io.github.cdctester.internal.binlog.event.TaggedGtidEvent;
import io.github.cdctester.internal.binlog.payload.PayloadHead;
import io.github.cdctester.internal.binlog.position.LogCursor;
import io.github.cdctester.internal.binlog.transaction.TransactionBoundary.Stage;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Applies each event of the log to the open transaction, by its {@link TransactionBoundary} role and contents. */
public final class EventEffects {

    enum Effect {
        NOT_IN_LOG,
        IN_FLIGHT,
        OUTSIDE_TRANSACTION,
        END,
        /** A control event before the first transaction of a dump whose start the server determined; not counted. */
        PASSED
    }

    private final BinlogSink sink;
    private final OpenTransaction transaction;
    private final MeasuredWindow window;
    private final LogCursor cursor;
    private final LogCursor completedEnd;
    private final EventHeader header;
    private final @Nullable HeartbeatRow heartbeat;
    private final HeartbeatWatch heartbeats;
    private final PayloadHead payloadHead = new PayloadHead();

    /** True before the first transaction of a dump whose start the server determined. */
    private boolean isBeforeFirstTransaction;

    private long arrivalMicros;

    EventEffects(
            BinlogSink sink,
            OpenTransaction transaction,
            MeasuredWindow window,
            LogCursor cursor,
            LogCursor completedEnd,
            EventHeader header,
            @Nullable HeartbeatRow heartbeat) {
        this.sink = sink;
        this.transaction = transaction;
        this.window = window;
        this.cursor = cursor;
        this.completedEnd = completedEnd;
        this.header = header;
        this.heartbeat = heartbeat;
        heartbeats = new HeartbeatWatch(heartbeat);
    }

    void setArrivalMicros(long nowMicros) {
        arrivalMicros = nowMicros;
    }

    void onDumpBegin(boolean serverFindsStart) {
        isBeforeFirstTransaction = serverFindsStart;
    }

    boolean isBeforeFirstTransaction() {
        return isBeforeFirstTransaction;
    }

    /** Afterwards, a transaction is open if any events are in flight. */
    Effect applyLogEvent(ByteBuffer buffer, int index, int prefixBytes) {
        byte role = TransactionBoundary.role(header.type());
        return switch (role) {
            case TransactionBoundary.GTID -> {
                step(role);
                readGtid(buffer, index, prefixBytes);
                transaction.setCommitTimes(
                        GtidEvent.immediateCommitMicros(buffer, index, header.length(), header.checksumBytes()),
                        GtidEvent.originalCommitMicros(buffer, index, header.length(), header.checksumBytes()));
                yield Effect.IN_FLIGHT;
            }
            case TransactionBoundary.TAGGED_GTID -> {
                step(role);
                readGtid(buffer, index, prefixBytes);
                int end = index + availableBytes(prefixBytes);
                int commitTimeIndex = TaggedGtidEvent.commitTimeIndex(buffer, index, end);
                transaction.setCommitTimes(
                        TaggedGtidEvent.immediateCommitMicros(buffer, commitTimeIndex, end),
                        TaggedGtidEvent.originalCommitMicros(buffer, commitTimeIndex, end));
                yield Effect.IN_FLIGHT;
            }
            case TransactionBoundary.MARIADB_GTID -> {
                step(GtidEvent.isStandalone(buffer, index, prefixBytes) ? TransactionBoundary.STANDALONE_GTID : role);
                readGtid(buffer, index, prefixBytes);
                yield Effect.IN_FLIGHT;
            }
            case TransactionBoundary.QUERY ->
                applyQuery(QueryStatement.of(buffer, index, prefixBytes, header.length(), header.checksumBytes()));
            case TransactionBoundary.PAYLOAD -> applyPayload(buffer, index, prefixBytes);
            case TransactionBoundary.ROWS_QUERY -> applyRowsQuery(buffer, index, prefixBytes);
            case TransactionBoundary.TABLE_MAP -> {
                step(role);
                transaction.setHeartbeatMapped(heartbeat != null && heartbeat.isMappedBy(buffer, index, prefixBytes));
                yield Effect.IN_FLIGHT;
            }
            case TransactionBoundary.ROWS, TransactionBoundary.STATEMENT_PART -> {
                step(role);
                if (transaction.isHeartbeatMapped()
                        && HeartbeatWatch.isUpdate(header.type())
                        && heartbeats.readHeartbeat(buffer, index, prefixBytes, header)) {
                    transaction.setHeartbeat(heartbeats.sequence(), heartbeats.sentMicros());
                }
                yield Effect.IN_FLIGHT;
            }
            case TransactionBoundary.BETWEEN_TRANSACTIONS -> applyBetweenTransactions();
            case TransactionBoundary.ANY -> applyToAnyStage(role);
            default -> step(role);
        };
    }

    /** An INCIDENT event ends the transaction whose GTID event precedes it. */
    private Effect applyToAnyStage(byte role) {
        boolean isIncident = header.type() == EventKind.INCIDENT;
        if (header.type() == EventKind.EXECUTE_LOAD_QUERY && transaction.stage() != Stage.NONE) {
            sink.loggedAsStatement();
        }
        Effect effect = transaction.stage() == Stage.NONE
                ? applyBetweenTransactions()
                : step(isIncident ? TransactionBoundary.END : role);
        if (isIncident) { // the measured part may start with this event
            window.recordIncident();
        }
        return effect;
    }

    private Effect applyQuery(QueryStatement statement) {
        if (statement == QueryStatement.OTHER && transaction.stage() == Stage.STATEMENTS) {
            sink.loggedAsStatement();
        }
        return switch (statement) {
            case BEGIN -> step(TransactionBoundary.QUERY);
            case END -> step(TransactionBoundary.END);
            case DUMMY -> transaction.stage() == Stage.NONE ? Effect.OUTSIDE_TRANSACTION : Effect.IN_FLIGHT;
            case ALLOWED_AS_TEXT, OTHER -> applyStatement();
        };
    }

    private Effect applyStatement() {
        return transaction.stage() == Stage.STATEMENTS ? Effect.IN_FLIGHT : step(TransactionBoundary.END);
    }

    private Effect applyPayload(ByteBuffer buffer, int index, int prefixBytes) {
        boolean isHeadValid =
                payloadHead.read(buffer, index, Math.min(prefixBytes, header.length() - header.checksumBytes()));
        Effect effect = applyStatement();
        sink.onPayload(header.length(), isHeadValid ? payloadHead.inflatedBytes() : 0);
        return effect;
    }

    private Effect applyRowsQuery(ByteBuffer buffer, int index, int prefixBytes) {
        if (transaction.stage() == Stage.NONE && CommitTimestampMark.isSeparateEvent(buffer, index, prefixBytes)) {
            return applyBetweenTransactions();
        }
        step(TransactionBoundary.ROWS_QUERY);
        if (transaction.stage() == Stage.STATEMENTS && !transaction.hasCommitTime()) {
            transaction.setCommitTimes(
                    CommitTimestampMark.commitMicros(buffer, index, prefixBytes), BinlogSink.UNKNOWN_MICROS);
        }
        return Effect.IN_FLIGHT;
    }

    /** A transaction that is still open is incomplete. */
    Effect applyBetweenTransactions() {
        closeIncomplete();
        window.openIfReached();
        return Effect.OUTSIDE_TRANSACTION;
    }

    private Effect step(byte role) {
        Stage nextStage = TransactionBoundary.stageAfter(transaction.stage(), role);
        if (transaction.stage() == Stage.NONE || TransactionBoundary.opens(role)) {
            begin(nextStage);
        } else {
            transaction.setStage(nextStage);
        }
        return TransactionBoundary.ends(role) ? Effect.END : Effect.IN_FLIGHT;
    }

    private void begin(Stage nextStage) {
        closeIncomplete();
        window.openIfReached();
        if (window.openIfAtFirstTransaction()) {
            completedEnd.moveTo(cursor.file(), cursor.offset());
        }
        isBeforeFirstTransaction = false;
        transaction.begin(nextStage, arrivalMicros);
    }

    private void readGtid(ByteBuffer buffer, int index, int prefixBytes) {
        transaction.readGtid(buffer, index, index + availableBytes(prefixBytes), header.type());
    }

    /** Excludes the checksum. */
    private int availableBytes(int prefixBytes) {
        return (int) Math.min(prefixBytes, header.length() - header.checksumBytes());
    }

    private void closeIncomplete() {
        if (transaction.stage() != Stage.NONE) {
            window.addIncompleteTransaction();
            sink.outsideTransaction();
            completedEnd.moveTo(cursor.file(), cursor.offset());
            transaction.discard();
        }
    }
}
