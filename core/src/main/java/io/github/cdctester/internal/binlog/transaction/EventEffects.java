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

/** Applies an event of the log to the open transaction, by its {@link TransactionBoundary} and its contents. */
public final class EventEffects {

    /** The effect when an event's last byte has arrived. */
    enum Effect {
        NOT_OF_LOG,
        IN_FLIGHT,
        OUTSIDE,
        END,
        /** Between transactions, before the first one of a dump that looks for its place by itself: the file's furniture. */
        PASSED
    }

    private final BinlogSink sink;
    private final OpenTransaction open;
    private final MeasuredWindow window;
    private final LogCursor cursor;
    private final LogCursor completed;
    private final EventHeader header;
    private final @Nullable HeartbeatRow heartbeat;
    private final HeartbeatWatch heartbeats;
    private final PayloadHead payloadHead = new PayloadHead();

    /** True if a dump that looks for its place by itself has not come to its first transaction. */
    private boolean passing;

    private long arrivalMicros;
    private long incompleteTransactions;
    private String incident = "";

    EventEffects(
            BinlogSink sink,
            OpenTransaction open,
            MeasuredWindow window,
            LogCursor cursor,
            LogCursor completed,
            EventHeader header,
            @Nullable HeartbeatRow heartbeat) {
        this.sink = sink;
        this.open = open;
        this.window = window;
        this.cursor = cursor;
        this.completed = completed;
        this.header = header;
        this.heartbeat = heartbeat;
        heartbeats = new HeartbeatWatch(heartbeat);
    }

    void arrivedAt(long nowMicros) {
        arrivalMicros = nowMicros;
    }

    void dumpBegins(boolean looksForPlace) {
        passing = looksForPlace;
    }

    boolean isPassing() {
        return passing;
    }

    /** Returns the place of the first INCIDENT event, as {@code file:offset}; empty for none. */
    String incident() {
        return incident;
    }

    /** Transactions that had no end, as a server leaves them when it is killed. */
    long incompleteTransactions() {
        return incompleteTransactions;
    }

    /** Applies an event that is in a log file. After it, a transaction is open if anything is in flight. */
    Effect ofLog(ByteBuffer buffer, int at, int prefix) {
        byte role = TransactionBoundary.role(header.type());
        return switch (role) {
            case TransactionBoundary.GTID -> {
                step(role);
                identify(buffer, at, prefix);
                open.committedAt(
                        GtidEvent.immediateCommitMicros(buffer, at, header.length(), header.checksumBytes()),
                        GtidEvent.originalCommitMicros(buffer, at, header.length(), header.checksumBytes()));
                yield Effect.IN_FLIGHT;
            }
            case TransactionBoundary.TAGGED_GTID -> {
                step(role);
                identify(buffer, at, prefix);
                open.committedAt(TaggedGtidEvent.immediateCommitMicros(buffer, at, prefix), BinlogSink.UNKNOWN_MICROS);
                yield Effect.IN_FLIGHT;
            }
            case TransactionBoundary.MARIADB_GTID -> {
                step(GtidEvent.isStandalone(buffer, at, prefix) ? TransactionBoundary.STANDALONE_GTID : role);
                identify(buffer, at, prefix);
                yield Effect.IN_FLIGHT;
            }
            case TransactionBoundary.QUERY ->
                query(QueryStatement.of(buffer, at, prefix, header.length(), header.checksumBytes()));
            case TransactionBoundary.PAYLOAD -> payload(buffer, at, prefix);
            case TransactionBoundary.ROWS_QUERY -> rowsQuery(buffer, at, prefix);
            case TransactionBoundary.TABLE_MAP -> {
                step(role);
                open.mapped(heartbeat != null && heartbeat.isMappedBy(buffer, at, prefix));
                yield Effect.IN_FLIGHT;
            }
            case TransactionBoundary.ROWS, TransactionBoundary.PART -> {
                step(role);
                if (open.isHeartbeatMapped()
                        && HeartbeatWatch.isUpdate(header.type())
                        && heartbeats.sees(buffer, at, prefix, header)) {
                    open.heartbeat(heartbeats.sequence(), heartbeats.sentMicros());
                }
                yield Effect.IN_FLIGHT;
            }
            case TransactionBoundary.BETWEEN -> control();
            case TransactionBoundary.ANY -> any(role);
            default -> step(role);
        };
    }

    /** Annotations and the like, and incidents, which end the transaction whose GTID they have taken. */
    private Effect any(byte role) {
        boolean isIncident = header.type() == EventKind.INCIDENT;
        if (isIncident && incident.isEmpty()) {
            incident = cursor.file() + ":" + cursor.offset();
        }
        if (header.type() == EventKind.EXECUTE_LOAD_QUERY && open.stage() != Stage.NONE) {
            sink.loggedAsStatement();
        }
        return open.stage() == Stage.NONE ? control() : step(isIncident ? TransactionBoundary.END : role);
    }

    private Effect query(QueryStatement statement) {
        if (statement == QueryStatement.OTHER && open.stage() == Stage.STATEMENTS) {
            sink.loggedAsStatement();
        }
        return switch (statement) {
            case BEGIN -> step(TransactionBoundary.QUERY);
            case END -> step(TransactionBoundary.END);
            case DUMMY -> open.stage() == Stage.NONE ? Effect.OUTSIDE : Effect.IN_FLIGHT;
            case ASIDE, OTHER -> statement();
        };
    }

    private Effect statement() {
        return open.stage() == Stage.STATEMENTS ? Effect.IN_FLIGHT : step(TransactionBoundary.END);
    }

    private Effect payload(ByteBuffer buffer, int at, int prefix) {
        boolean isKnown = payloadHead.read(buffer, at, Math.min(prefix, header.length() - header.checksumBytes()));
        Effect payload = statement();
        sink.payload(header.length(), isKnown ? payloadHead.inflatedBytes() : 0);
        return payload;
    }

    private Effect rowsQuery(ByteBuffer buffer, int at, int prefix) {
        if (open.stage() == Stage.NONE && CommitTimestampMark.isAlone(buffer, at, prefix)) {
            return control();
        }
        step(TransactionBoundary.ROWS_QUERY);
        if (open.stage() == Stage.STATEMENTS && !open.hasCommitTime()) {
            open.committedAt(CommitTimestampMark.commitMicros(buffer, at, prefix), BinlogSink.UNKNOWN_MICROS);
        }
        return Effect.IN_FLIGHT;
    }

    /** An event that stands between transactions; if one is open, it never came to its end. */
    Effect control() {
        closeIncomplete();
        window.openIfReached();
        return Effect.OUTSIDE;
    }

    /** The open transaction continues with an event, or another one begins with it. */
    private Effect step(byte role) {
        Stage next = TransactionBoundary.after(open.stage(), role);
        if (open.stage() == Stage.NONE || TransactionBoundary.opens(role)) {
            begin(next);
        } else {
            open.continueAs(next);
        }
        return TransactionBoundary.ends(role) ? Effect.END : Effect.IN_FLIGHT;
    }

    private void begin(Stage next) {
        closeIncomplete();
        window.openIfReached();
        if (window.openIfAtFirstTransaction()) {
            completed.moveTo(cursor.file(), cursor.offset());
        }
        passing = false;
        open.begin(next, arrivalMicros);
    }

    private void identify(ByteBuffer buffer, int at, int prefix) {
        int end = at + (int) Math.min(prefix, header.length() - header.checksumBytes());
        open.identifiedBy(buffer, at, end, header.type());
    }

    private void closeIncomplete() {
        if (open.stage() != Stage.NONE) {
            incompleteTransactions++;
            sink.outsideTransaction();
            completed.moveTo(cursor.file(), cursor.offset());
            open.drop();
        }
    }
}
