// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.binlog;

import io.github.cdctester.binlog.OpenTransaction.Stage;
import io.github.cdctester.binlog.event.CommitTimestampMark;
import io.github.cdctester.binlog.event.EventBody;
import io.github.cdctester.binlog.event.EventFramer;
import io.github.cdctester.binlog.event.EventHandler;
import io.github.cdctester.binlog.event.EventHeader;
import io.github.cdctester.binlog.event.EventKind;
import io.github.cdctester.binlog.event.GtidEvent;
import io.github.cdctester.binlog.event.HeartbeatRow;
import io.github.cdctester.binlog.event.HeartbeatWatch;
import io.github.cdctester.binlog.event.QueryStatement;
import io.github.cdctester.binlog.event.StreamProtocolException;
import io.github.cdctester.binlog.event.TaggedGtidEvent;
import io.github.cdctester.binlog.gtid.ExecutedGtids;
import io.github.cdctester.binlog.payload.PayloadHead;
import io.github.cdctester.binlog.payload.PayloadReader;
import io.github.cdctester.binlog.position.LogCursor;
import io.github.cdctester.binlog.position.LogPosition;
import io.github.cdctester.config.DelaySource;
import io.github.cdctester.failure.RunFailedException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Finds where transactions begin and end, and tells the {@link BinlogSink}. The states are those of MySQL's
 * {@code trx_boundary_parser}, widened by MariaDB's GTIDs.
 */
final class TransactionTracker implements EventHandler {

    /** What happens when the present event's last byte has arrived. */
    private enum Effect {
        NOT_OF_LOG,
        IN_FLIGHT,
        OUTSIDE,
        END,
        /** Between transactions, before the first one of a dump that began behind GTIDs: the file's furniture. */
        PASSED
    }

    private final BinlogSink sink;
    private final OpenTransaction open;
    private final @Nullable HeartbeatRow heartbeat;
    private final HeartbeatWatch heartbeats;
    private final LogCursor cursor = new LogCursor();
    private final LogCursor completed = new LogCursor();

    private volatile @Nullable WindowMark mark;

    private final EventHeader header = new EventHeader();
    private final EventBody[] bodies;
    private final HeaderWalk walk;
    private final PayloadHead payloadHead = new PayloadHead();
    private @Nullable PayloadReader payloads;

    private long clockOffsetMicros;
    private int checksumBytes;

    /** Whether the dump leaves out what the reader has; its gaps are no omissions then. */
    private boolean behindGtids;

    /** Whether such a dump has not come to its first transaction. */
    private boolean passing;

    private long arrivalMicros;
    private long lastSeconds;
    private Effect effect = Effect.NOT_OF_LOG;
    private @Nullable String rotatedTo;
    private long rotatedOffset;
    private long incompleteTransactions;
    private long omittedBeforeWindow;

    /**
     * Creates a tracker for one connection.
     *
     * @param sink who is told
     * @param delaySource where commit times come from
     * @param clockOffsetMicros the server's clock minus the tester's
     * @param checksumBytes 4 if the server was asked for checksums, else 0; holds until the format description
     * @param heartbeat how to recognise heartbeat rows, or {@code null} where none are written
     * @param bodies who looks at whole events
     */
    TransactionTracker(
            BinlogSink sink,
            DelaySource delaySource,
            long clockOffsetMicros,
            int checksumBytes,
            @Nullable HeartbeatRow heartbeat,
            EventBody... bodies) {
        this.sink = sink;
        this.clockOffsetMicros = clockOffsetMicros;
        open = new OpenTransaction(sink, delaySource, clockOffsetMicros);
        walk = new HeaderWalk(sink, open, cursor, completed, heartbeat, bodies);
        this.checksumBytes = checksumBytes;
        this.heartbeat = heartbeat;
        heartbeats = new HeartbeatWatch(heartbeat);
        this.bodies = bodies;
    }

    /** Asks for the window to open; safe from any thread. Events that arrive after this call has returned obey it. */
    void openWindowAt(WindowMark windowMark) {
        mark = windowMark;
    }

    /** Asks for the heartbeats inside of compressed transactions to be known as such; the reader is one of the bodies too. */
    void takeHeartbeatsOutOf(PayloadReader reader) {
        payloads = reader;
    }

    /** Bytes of the log that the server did not send, since the window opened. */
    long omittedBytes() {
        return cursor.omittedBytes() - omittedBeforeWindow;
    }

    /** Transactions that had no end, as a server leaves them when it is killed. */
    long incompleteTransactions() {
        return incompleteTransactions;
    }

    /**
     * How old the last event was when it arrived, at least; 0 where it has no time. Of a large transaction that is the age of
     * the statement, so that it is read in large pieces from its beginning.
     */
    long behindMicros() {
        // one second less, as the header's seconds are cut off
        return lastSeconds == 0 ? 0 : arrivalMicros + clockOffsetMicros - (lastSeconds + 1) * 1_000_000;
    }

    /** Where a new connection must begin: behind the last complete transaction. */
    LogPosition resumePosition() {
        return new LogPosition(completed.file(), completed.offset());
    }

    /** Asks for GTIDs to be tracked; before the first event. */
    void track(ExecutedGtids executed) {
        open.track(executed);
    }

    /**
     * A dump is about to begin.
     *
     * @param beginsBehindGtids whether the server looks for the place, and leaves out what the reader has
     * @param eventChecksumBytes 4 if the server was asked for checksums, else 0; holds until the format description
     */
    void dumpBegins(boolean beginsBehindGtids, int eventChecksumBytes) {
        behindGtids = beginsBehindGtids;
        passing = beginsBehindGtids;
        checksumBytes = eventChecksumBytes;
    }

    /** The stream goes on at another server, whose clock is another one, and whose positions are others. */
    void serverChanged(long newClockOffsetMicros) {
        clockOffsetMicros = newClockOffsetMicros;
        open.clockOffset(newClockOffsetMicros);
        if (mark instanceof WindowMark.AtPosition at) {
            if (!resumePosition()
                    .isAtOrAfter(at.position().file(), at.position().offset())) {
                throw new RunFailedException("the measured part was to begin at " + at.position()
                        + " of the server before, which the stream had not reached: begin again");
            }
            mark = new WindowMark.AtFirstTransaction();
        }
        completed.moveTo("", 0);
        readEnd(); // nobody must take the old position for one of the new server
    }

    /** The connection broke: what was in flight will be sent again, and counted then. */
    void discardInFlight() {
        sink.discardInFlight();
        cursor.moveTo(completed.file(), completed.offset());
        open.drop();
        effect = Effect.NOT_OF_LOG;
        rotatedTo = null;
    }

    void readBegin(long nowMicros) {
        arrivalMicros = nowMicros;
    }

    void readEnd() {
        sink.readEnd(completed.file(), completed.offset(), arrivalMicros);
    }

    @Override
    public boolean wholeEvents(ByteBuffer buffer) throws StreamProtocolException {
        if (passing || mark != null || !walk.walk(buffer, checksumBytes, arrivalMicros)) {
            return false;
        }
        lastSeconds = walk.seconds();
        return true;
    }

    @Override
    public void eventBegin(ByteBuffer buffer, int at, int prefix, long eventLength) throws StreamProtocolException {
        header.read(buffer, at, eventLength, checksumBytes);
        lastSeconds = header.seconds();
        boolean artificial = header.isArtificial();
        if (!artificial && header.type() != EventKind.HEARTBEAT && header.type() != EventKind.HEARTBEAT_V2) {
            if (behindGtids) {
                cursor.passTo(header.length(), header.endPosition());
            } else {
                cursor.skipTo(header.length(), header.endPosition());
            }
        }
        effect = switch (header.type()) {
            case EventKind.HEARTBEAT, EventKind.HEARTBEAT_V2 -> keepAlive();
            case EventKind.ROTATE -> rotate(buffer, at, artificial);
            case EventKind.FORMAT_DESCRIPTION -> formatDescription(buffer, at, prefix);
            default -> artificial ? Effect.NOT_OF_LOG : ofLog(buffer, at, prefix);
        };
        if (passing && effect == Effect.OUTSIDE) {
            effect = Effect.PASSED;
        }
        if (effect != Effect.NOT_OF_LOG) {
            for (EventBody body : bodies) {
                body.begin(buffer, at, prefix, header);
            }
        }
    }

    @Override
    public void eventBody(ByteBuffer buffer, int at, int count) throws StreamProtocolException {
        if (effect != Effect.NOT_OF_LOG) {
            for (EventBody body : bodies) {
                body.more(buffer, at, count);
            }
        }
    }

    @Override
    public void eventEnd() throws StreamProtocolException {
        if (effect == Effect.NOT_OF_LOG) {
            return;
        }
        for (EventBody body : bodies) {
            body.end();
        }
        cursor.advance(header.length());
        if (effect != Effect.PASSED) {
            sink.event(header.type(), header.length());
        }
        if (effect == Effect.IN_FLIGHT) {
            return;
        }
        if (effect == Effect.OUTSIDE) {
            sink.outsideTransaction();
        } else if (effect == Effect.END) {
            transactionEnd();
        }
        if (rotatedTo != null) {
            cursor.moveTo(rotatedTo, rotatedOffset);
            rotatedTo = null;
        }
        completed.moveTo(cursor.file(), cursor.offset());
    }

    /** A server that passes over what the reader has tells with its keep-alives how far it has come. */
    private Effect keepAlive() {
        long forward = header.endPosition() - cursor.offset() & 0xFFFF_FFFFL;
        if (behindGtids && open.stage() == Stage.NONE && forward < 1L << 31) {
            cursor.passTo(0, header.endPosition());
            completed.moveTo(cursor.file(), cursor.offset());
        }
        return Effect.NOT_OF_LOG;
    }

    private Effect rotate(ByteBuffer buffer, int at, boolean artificial) throws StreamProtocolException {
        if (artificial) {
            cursor.rotate(buffer, at, header.length(), checksumBytes);
            completed.moveTo(cursor.file(), cursor.offset());
            return Effect.NOT_OF_LOG;
        }
        LogCursor next = new LogCursor();
        next.rotate(buffer, at, header.length(), checksumBytes);
        rotatedTo = next.file();
        rotatedOffset = next.offset();
        return control();
    }

    private Effect formatDescription(ByteBuffer buffer, int at, int prefix) {
        if (prefix == header.length() && prefix > EventFramer.HEADER_BYTES + 5) {
            checksumBytes = buffer.get(at + prefix - 5) == 1 ? 4 : 0;
        }
        // sent again with position 0 when a dump starts in the middle of a file
        return header.endPosition() == 0 ? Effect.NOT_OF_LOG : control();
    }

    private Effect ofLog(ByteBuffer buffer, int at, int prefix) {
        return switch (header.type()) {
            case EventKind.GTID, EventKind.ANONYMOUS_GTID -> {
                begin(Stage.OPENED);
                identify(buffer, at, prefix);
                open.committedAt(
                        GtidEvent.immediateCommitMicros(buffer, at, header.length(), checksumBytes),
                        GtidEvent.originalCommitMicros(buffer, at, header.length(), checksumBytes));
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
                query(QueryStatement.of(buffer, at, prefix, header.length(), checksumBytes));
            case EventKind.XID, EventKind.XA_PREPARE -> end();
            case EventKind.TRANSACTION_PAYLOAD -> payload(buffer, at, prefix);
            case EventKind.ROWS_QUERY -> rowsQuery(buffer, at, prefix);
            case EventKind.INTVAR, EventKind.RAND, EventKind.USER_VAR -> statementContext();
            case EventKind.TABLE_MAP -> {
                open.mapped(heartbeat != null && heartbeat.isMappedBy(buffer, at, prefix));
                yield Effect.IN_FLIGHT;
            }
            case EventKind.UPDATE_ROWS,
                    EventKind.UPDATE_ROWS_V1,
                    EventKind.MARIADB_UPDATE_ROWS_COMPRESSED,
                    EventKind.MARIADB_UPDATE_ROWS_COMPRESSED_V1 -> {
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
            default -> open.stage() == Stage.NONE && !isPartOfStatement() ? control() : Effect.IN_FLIGHT;
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
                if (open.stage() == Stage.NONE) {
                    begin(Stage.STATEMENTS);
                }
                open.goOnAs(Stage.STATEMENTS);
                yield Effect.IN_FLIGHT;
            }
            case END -> end();
            case DUMMY -> open.stage() == Stage.NONE ? Effect.OUTSIDE : Effect.IN_FLIGHT;
            case OTHER -> open.stage() == Stage.STATEMENTS ? Effect.IN_FLIGHT : end();
        };
    }

    private Effect payload(ByteBuffer buffer, int at, int prefix) {
        boolean isKnown = payloadHead.read(buffer, at, Math.min(prefix, header.length() - checksumBytes));
        Effect payload = open.stage() == Stage.STATEMENTS ? Effect.IN_FLIGHT : end();
        sink.payload(header.length(), isKnown ? payloadHead.inflatedBytes() : 0);
        return payload;
    }

    private Effect rowsQuery(ByteBuffer buffer, int at, int prefix) {
        if (open.stage() == Stage.NONE && CommitTimestampMark.isAlone(buffer, at, prefix)) {
            return control();
        }
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
    private Effect control() {
        closeIncomplete();
        openWindowIfDue();
        return Effect.OUTSIDE;
    }

    private Effect end() {
        if (open.stage() == Stage.NONE) {
            // a statement without a GTID event before it, as MySQL 5.6 and PolarDB-X write them
            begin(Stage.SINGLE);
        }
        return Effect.END;
    }

    private void begin(Stage next) {
        closeIncomplete();
        openWindowIfDue();
        if (mark instanceof WindowMark.AtFirstTransaction) {
            completed.moveTo(cursor.file(), cursor.offset());
            openWindow();
        }
        passing = false;
        open.begin(next, arrivalMicros);
    }

    private void identify(ByteBuffer buffer, int at, int prefix) {
        int end = at + (int) Math.min(prefix, header.length() - checksumBytes);
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

    private void openWindowIfDue() {
        if (mark instanceof WindowMark.AtPosition at
                && !cursor.file().isEmpty()
                && new LogPosition(cursor.file(), cursor.offset())
                        .isAtOrAfter(at.position().file(), at.position().offset())) {
            openWindow();
        }
    }

    private void openWindow() {
        mark = null;
        omittedBeforeWindow = cursor.omittedBytes();
        sink.windowOpened(cursor.file(), cursor.offset());
    }

    private void transactionEnd() {
        PayloadReader reader = payloads;
        if (reader != null && header.type() == EventKind.TRANSACTION_PAYLOAD) {
            open.heartbeat(reader.heartbeats().sequence(), reader.heartbeats().sentMicros());
        }
        open.end(header.seconds(), arrivalMicros);
        if (mark instanceof WindowMark.AfterHeartbeat after && open.heartbeatSequence() >= after.sequence()) {
            openWindow();
        }
    }
}
