// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.transaction;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.internal.binlog.event.EventBody;
import io.github.cdctester.internal.binlog.event.EventFramer;
import io.github.cdctester.internal.binlog.event.EventHandler;
import io.github.cdctester.internal.binlog.event.EventHeader;
import io.github.cdctester.internal.binlog.event.EventKind;
import io.github.cdctester.internal.binlog.event.HeartbeatRow;
import io.github.cdctester.internal.binlog.event.StreamProtocolException;
import io.github.cdctester.internal.binlog.gtid.ExecutedGtids;
import io.github.cdctester.internal.binlog.gtid.TransactionWatch;
import io.github.cdctester.internal.binlog.payload.PayloadReader;
import io.github.cdctester.internal.binlog.position.LogCursor;
import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.binlog.transaction.EventEffects.Effect;
import io.github.cdctester.internal.binlog.transaction.TransactionBoundary.Stage;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Follows the events of one stream from transaction to transaction, and reports to the {@link BinlogSink}. */
public final class TransactionTracker implements EventHandler {

    private final BinlogSink sink;
    private final OpenTransaction open;
    private final LogCursor cursor = new LogCursor();
    private final LogCursor completed = new LogCursor();

    /** From where to where keep-alives alone have moved {@link #completed}. */
    private final LogCursor passedFrom = new LogCursor();

    private final LogCursor passedTo = new LogCursor();

    private final EventHeader header = new EventHeader();
    private final EventBody[] bodies;
    private final MeasuredWindow window;
    private final EventEffects effects;
    private final TransactionWalk walk;
    private @Nullable PayloadReader payloads;
    private final LogFileIdentity file = new LogFileIdentity();

    private TransactionWatch watch = TransactionWatch.NONE;
    private long clockOffsetMicros;
    private int checksumBytes;
    private volatile long keepAlives;

    /** True if the dump leaves out what the reader has; its gaps are no omissions then. */
    private boolean behindGtids;

    private long arrivalMicros;
    private long lastSeconds;
    private long steps;
    private Effect effect = Effect.NOT_OF_LOG;
    private @Nullable String rotatedTo;
    private long rotatedOffset;

    /**
     * Creates a tracker for one connection.
     *
     * @param checksumBytes 4 if the client requested checksums, else 0; valid until the format description
     * @param heartbeat how to recognise heartbeat rows, or {@code null} if none are written
     */
    public TransactionTracker(
            BinlogSink sink,
            DelaySource delaySource,
            long clockOffsetMicros,
            int checksumBytes,
            @Nullable HeartbeatRow heartbeat,
            EventBody... bodies) {
        this.sink = sink;
        this.clockOffsetMicros = clockOffsetMicros;
        open = new OpenTransaction(sink, delaySource, clockOffsetMicros);
        window = new MeasuredWindow(sink, cursor);
        effects = new EventEffects(sink, open, window, cursor, completed, header, heartbeat);
        walk = new TransactionWalk(sink, open, cursor, completed, heartbeat, bodies);
        this.checksumBytes = checksumBytes;
        this.bodies = bodies;
    }

    /** Lets the window open; safe from any thread. Events that arrive after this call has returned obey it. */
    public void openWindowAt(WindowMark windowMark) {
        window.openAt(windowMark);
    }

    /** Recognises heartbeats inside of compressed transactions; the reader is one of the bodies too. */
    public void takeHeartbeatsOutOf(PayloadReader reader) {
        payloads = reader;
    }

    /** Refuses a log that was created again, if the server's format descriptions keep the file's time. */
    public void refuseAnotherLog() {
        file.refuseOthers();
    }

    /** Reports the commit times of all sources to the sink. Call it before the first read. */
    public void reportAllCommitTimes() {
        open.reportAllCommitTimes();
    }

    /** Bytes of the log that the server did not send, since the window opened. */
    public long omittedBytes() {
        return window.omittedBytes();
    }

    /** Transactions that had no end, as a server leaves them when it is killed. */
    public long incompleteTransactions() {
        return effects.incompleteTransactions();
    }

    /** Returns the place of the first INCIDENT event as {@code file:offset}; empty if there is none. */
    public String incident() {
        return effects.incident();
    }

    /**
     * Returns the minimum age of the last event on arrival; 0 if it has no time. For a large transaction it is the age of the
     * statement, so that it is read in large pieces from the start.
     */
    public long behindMicros() {
        // one second less, as the header's seconds are cut off
        return lastSeconds == 0 ? 0 : arrivalMicros + clockOffsetMicros - (lastSeconds + 1) * 1_000_000;
    }

    /** Returns the start of the current event; between events, of the next event. */
    public LogCursor place() {
        return cursor;
    }

    /** Returns true if the event that has begun is counted as one of the log. */
    public boolean isOfLog() {
        return effect != Effect.NOT_OF_LOG && effect != Effect.PASSED;
    }

    /** Returns true if a transaction has begun that has not ended; it is sent again over the next connection. */
    public boolean isInTransaction() {
        return open.stage() != Stage.NONE;
    }

    /**
     * Returns a counter that grows with the counted data, over all connections and servers. It does not grow with an incomplete
     * transaction, or with events that a server makes up or repeats.
     */
    public long progress() {
        return steps;
    }

    /** Returns the start position for a new connection: the end of the last complete transaction. */
    public LogPosition resumePosition() {
        return new LogPosition(completed.file(), completed.offset());
    }

    /**
     * Returns the place from which a new connection to the same server sends exactly the events not counted yet. The place in a
     * keep-alive is not used: it may be in the middle of a transaction that is passed over.
     *
     * @return the place, or {@code null} before the first transaction of a dump that looks for its place by itself
     */
    @Nullable
    public LogPosition failoverPosition() {
        LogCursor place = completed.isAt(passedTo) ? passedFrom : completed;
        return effects.isPassing() || place.file().isEmpty() ? null : new LogPosition(place.file(), place.offset());
    }

    /** Tracks GTIDs and reports each transaction. Call it before the first event. */
    public void track(ExecutedGtids executed, TransactionWatch transactions) {
        open.track(executed);
        executed.reportTo(transactions);
        window.reportTo(transactions);
        transactions.follows(cursor);
        watch = transactions;
    }

    /**
     * Prepares for a new dump.
     *
     * @param leavesOut whether the server leaves out transactions that the reader has
     * @param looksForPlace whether the server looks for the place itself, so that events before its first transaction may already
     *     be counted
     * @param eventChecksumBytes 4 if the client requested checksums, else 0; valid until the format description
     */
    public void dumpBegins(boolean leavesOut, boolean looksForPlace, int eventChecksumBytes) {
        behindGtids = leavesOut;
        effects.dumpBegins(looksForPlace);
        file.dumpBegins();
        checksumBytes = eventChecksumBytes;
    }

    /** The stream continues at another server, with another clock and other positions. */
    public void serverChanged(long newClockOffsetMicros) {
        clockOffsetMicros = newClockOffsetMicros;
        open.clockOffset(newClockOffsetMicros);
        window.serverChanged(resumePosition());
        completed.moveTo("", 0);
        passedFrom.moveTo("", 0);
        file.forget();
        readEnd(); // the old position must not be taken for one of the new server
    }

    /** The connection broke: the server will send the open transaction again, and it is counted then. */
    public void discardInFlight() {
        sink.discardInFlight();
        cursor.moveTo(completed.file(), completed.offset());
        open.drop();
        effect = Effect.NOT_OF_LOG;
        rotatedTo = null;
    }

    public void readBegin(long nowMicros) {
        arrivalMicros = nowMicros;
        effects.arrivedAt(nowMicros);
    }

    public void readEnd() {
        sink.readEnd(completed.file(), completed.offset(), arrivalMicros);
        watch.readEnd();
    }

    @Override
    public boolean wholeEvents(ByteBuffer buffer) throws StreamProtocolException {
        if (effects.isPassing() || window.isAwaited() || !walk.walk(buffer, checksumBytes, arrivalMicros)) {
            return false;
        }
        lastSeconds = walk.seconds();
        steps++;
        return true;
    }

    @Override
    public void eventBegin(ByteBuffer buffer, int at, int prefix, long eventLength) throws StreamProtocolException {
        header.read(buffer, at, eventLength, checksumBytes);
        lastSeconds = header.seconds();
        boolean artificial = header.isArtificial();
        boolean again = header.type() == EventKind.FORMAT_DESCRIPTION && isSentAgain();
        if (!artificial && !again && header.type() != EventKind.HEARTBEAT && header.type() != EventKind.HEARTBEAT_V2) {
            if (behindGtids) {
                cursor.passTo(header.length(), header.endPosition());
            } else {
                cursor.skipTo(header.length(), header.endPosition());
            }
        }
        effect = switch (header.type()) {
            case EventKind.HEARTBEAT, EventKind.HEARTBEAT_V2 -> keepAlive();
            case EventKind.ROTATE -> rotate(buffer, at, artificial);
            case EventKind.FORMAT_DESCRIPTION -> formatDescription(buffer, at, prefix, again);
            default -> artificial ? Effect.NOT_OF_LOG : effects.ofLog(buffer, at, prefix);
        };
        if (effects.isPassing() && effect == Effect.OUTSIDE) {
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
        if (effect != Effect.PASSED) {
            steps++;
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

    /** Returns the number of received keep-alives. Thread-safe. */
    public long keepAlives() {
        return keepAlives;
    }

    /** Handles a keep-alive. A server that passes over transactions sends its present position with them. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes
    private Effect keepAlive() {
        keepAlives++;
        long forward = header.endPosition() - cursor.offset() & 0xFFFF_FFFFL;
        if (behindGtids && open.stage() == Stage.NONE && forward < 1L << 31) {
            if (!completed.isAt(passedTo)) {
                passedFrom.moveTo(completed.file(), completed.offset());
            }
            cursor.passTo(0, header.endPosition());
            completed.moveTo(cursor.file(), cursor.offset());
            passedTo.moveTo(cursor.file(), cursor.offset());
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
        return effects.control();
    }

    /** A dump that begins in the middle of a file has the format description first; behind GTIDs with its place in the file. */
    private boolean isSentAgain() {
        return header.endPosition() == 0 || behindGtids && cursor.offset() > LogPosition.FIRST_EVENT;
    }

    private Effect formatDescription(ByteBuffer buffer, int at, int prefix, boolean again) {
        if (prefix == header.length() && prefix > EventFramer.HEADER_BYTES + 5) {
            checksumBytes = buffer.get(at + prefix - 5) == 1 ? 4 : 0;
        }
        file.described(cursor.file(), header.seconds());
        return again ? Effect.NOT_OF_LOG : effects.control();
    }

    private void transactionEnd() {
        PayloadReader reader = payloads;
        if (reader != null && header.type() == EventKind.TRANSACTION_PAYLOAD) {
            open.heartbeat(reader.heartbeats().sequence(), reader.heartbeats().sentMicros());
        }
        open.end(header.seconds(), arrivalMicros);
        window.openIfAfterHeartbeat(open.heartbeatSequence());
    }
}
