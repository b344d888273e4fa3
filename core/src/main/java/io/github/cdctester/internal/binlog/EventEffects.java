// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import io.github.cdctester.internal.binlog.OpenTransaction.Stage;
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
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Decides what an event of the log is to the transaction that is open. The states are those of MySQL's
 * {@code trx_boundary_parser}, widened by MariaDB's GTIDs.
 */
final class EventEffects {

    /** What happens when an event's last byte has arrived. */
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

    /** Whether a dump that looks for its place by itself has not come to its first transaction. */
    private boolean passing;

    private long arrivalMicros;
    private long incompleteTransactions;

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

    /** Transactions that had no end, as a server leaves them when it is killed. */
    long incompleteTransactions() {
        return incompleteTransactions;
    }

    /** Of an event that stands in a file. Whatever is in flight after it has a transaction that is open. */
    Effect ofLog(ByteBuffer buffer, int at, int prefix) {
        return switch (header.type()) {
            case EventKind.GTID, EventKind.ANONYMOUS_GTID -> {
                begin(Stage.OPENED);
                identify(buffer, at, prefix);
                open.committedAt(
                        GtidEvent.immediateCommitMicros(buffer, at, header.length(), header.checksumBytes()),
                        GtidEvent.originalCommitMicros(buffer, at, header.length(), header.checksumBytes()));
                yield Effect.IN_FLIGHT;
            }
            case EventKind.GTID_TAGGED -> {
                begin(Stage.OPENED);
                identify(buffer, at, prefix);
                open.committedAt(TaggedGtidEvent.immediateCommitMicros(buffer, at, prefix), BinlogSink.UNKNOWN_MICROS);
                yield Effect.IN_FLIGHT;
            }
            case EventKind.MARIADB_GTID -> {
                begin(GtidEvent.isStandalone(buffer, at, prefix) ? Stage.SINGLE : Stage.STATEMENTS);
                identify(buffer, at, prefix);
                yield Effect.IN_FLIGHT;
            }
            case EventKind.QUERY, EventKind.MARIADB_QUERY_COMPRESSED ->
                query(QueryStatement.of(buffer, at, prefix, header.length(), header.checksumBytes()));
            case EventKind.XID, EventKind.XA_PREPARE -> end();
            case EventKind.TRANSACTION_PAYLOAD -> payload(buffer, at, prefix);
            case EventKind.ROWS_QUERY -> rowsQuery(buffer, at, prefix);
            case EventKind.INTVAR, EventKind.RAND, EventKind.USER_VAR -> statementContext();
            case EventKind.TABLE_MAP -> {
                beginIfNone();
                open.mapped(heartbeat != null && heartbeat.isMappedBy(buffer, at, prefix));
                yield Effect.IN_FLIGHT;
            }
            case EventKind.UPDATE_ROWS,
                    EventKind.UPDATE_ROWS_V1,
                    EventKind.MARIADB_UPDATE_ROWS_COMPRESSED,
                    EventKind.MARIADB_UPDATE_ROWS_COMPRESSED_V1 -> {
                beginIfNone();
                if (open.isHeartbeatMapped() && heartbeats.sees(buffer, at, prefix, header)) {
                    open.heartbeat(heartbeats.sequence(), heartbeats.sentMicros());
                }
                yield Effect.IN_FLIGHT;
            }
            case EventKind.STOP,
                    EventKind.PREVIOUS_GTIDS,
                    EventKind.MARIADB_GTID_LIST,
                    EventKind.MARIADB_BINLOG_CHECKPOINT,
                    EventKind.MARIADB_START_ENCRYPTION -> control();
            // rows, annotations and the like; between transactions, something that stands for itself
            default -> {
                if (open.stage() == Stage.NONE && !isPartOfStatement()) {
                    yield control();
                }
                beginIfNone();
                yield Effect.IN_FLIGHT;
            }
        };
    }

    private boolean isPartOfStatement() {
        int type = header.type();
        return type >= EventKind.WRITE_ROWS_V1 && type <= EventKind.DELETE_ROWS_V1
                || type >= EventKind.ROWS_QUERY && type <= EventKind.DELETE_ROWS;
    }

    private Effect query(QueryStatement statement) {
        return switch (statement) {
            case BEGIN -> {
                beginIfNone();
                open.goOnAs(Stage.STATEMENTS);
                yield Effect.IN_FLIGHT;
            }
            case END -> end();
            case DUMMY -> open.stage() == Stage.NONE ? Effect.OUTSIDE : Effect.IN_FLIGHT;
            case OTHER -> open.stage() == Stage.STATEMENTS ? Effect.IN_FLIGHT : end();
        };
    }

    private Effect payload(ByteBuffer buffer, int at, int prefix) {
        boolean isKnown = payloadHead.read(buffer, at, Math.min(prefix, header.length() - header.checksumBytes()));
        Effect payload = open.stage() == Stage.STATEMENTS ? Effect.IN_FLIGHT : end();
        sink.payload(header.length(), isKnown ? payloadHead.inflatedBytes() : 0);
        return payload;
    }

    private Effect rowsQuery(ByteBuffer buffer, int at, int prefix) {
        if (open.stage() == Stage.NONE && CommitTimestampMark.isAlone(buffer, at, prefix)) {
            return control();
        }
        beginIfNone();
        if (open.stage() == Stage.STATEMENTS && !open.hasCommitTime()) {
            open.committedAt(CommitTimestampMark.commitMicros(buffer, at, prefix), BinlogSink.UNKNOWN_MICROS);
        }
        return Effect.IN_FLIGHT;
    }

    private Effect statementContext() {
        if (open.stage() == Stage.NONE) {
            begin(Stage.SINGLE);
        } else if (open.stage() == Stage.OPENED) {
            open.goOnAs(Stage.SINGLE);
        }
        return Effect.IN_FLIGHT;
    }

    /** An event that stands between transactions; if one is open, it never came to its end. */
    Effect control() {
        closeIncomplete();
        window.openIfReached();
        return Effect.OUTSIDE;
    }

    private Effect end() {
        if (open.stage() == Stage.NONE) {
            // a statement without a GTID event before it, as MySQL 5.6 and PolarDB-X write them
            begin(Stage.SINGLE);
        }
        return Effect.END;
    }

    /** Of an event that stands inside of a transaction: the dump may have begun there, or its beginning did not come. */
    private void beginIfNone() {
        if (open.stage() == Stage.NONE) {
            begin(Stage.STATEMENTS);
        }
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
