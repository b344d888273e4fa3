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

/** Tracks positions and transactions of one stream, and reports to the {@link BinlogSink}. */
public final class TransactionTracker implements EventHandler {

    private final BinlogSink sink;
    private final OpenTransaction transaction;
    private final LogCursor cursor = new LogCursor();
    private final LogCursor completedEnd = new LogCursor();

    /** The last range over which keep-alives alone moved {@link #completedEnd}. */
    private final LogCursor keepAliveFrom = new LogCursor();

    private final LogCursor keepAliveTo = new LogCursor();

    private final EventHeader header = new EventHeader();
    private final EventBody[] bodies;
    private final MeasuredWindow window;
    private final EventEffects effects;
    private final TransactionFastPath fastPath;
    private @Nullable PayloadReader payloads;
    private final LogFileIdentity fileIdentity = new LogFileIdentity();

    private TransactionWatch watch = TransactionWatch.NONE;
    private long clockOffsetMicros;
    private int checksumBytes;
    private volatile long keepAlives;

    /** True if gaps are not counted as omissions. */
    private boolean skipsKnownTransactions;

    private long arrivalMicros;
    private long lastSeconds;
    private long progress;
    private Effect effect = Effect.NOT_IN_LOG;
    private @Nullable String rotationFile;
    private long rotationOffset;

    /**
     * A stream may use several connections and servers one after the other.
     *
     * @param checksumBytes 4 if the client requested checksums, else 0; the format description overrides it
     * @param heartbeat {@code null} if no heartbeats are written
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
        transaction = new OpenTransaction(sink, delaySource, clockOffsetMicros);
        window = new MeasuredWindow(sink, cursor);
        effects = new EventEffects(sink, transaction, window, cursor, completedEnd, header, heartbeat);
        fastPath = new TransactionFastPath(sink, transaction, cursor, completedEnd, heartbeat, bodies);
        this.checksumBytes = checksumBytes;
        this.bodies = bodies;
    }

    /** Applies to events that arrive after this call. Thread-safe. */
    public void openWindowAt(WindowMark windowMark) {
        window.openAt(windowMark);
    }

    /** Required to recognise heartbeats inside compressed transactions. The reader must also be one of the event bodies. */
    public void setPayloadReader(PayloadReader reader) {
        payloads = reader;
    }

    /** Requires a server whose format descriptions contain the file's creation time. */
    public void rejectRecreatedLog() {
        fileIdentity.rejectRecreatedFile();
    }

    /** Must be called before the first read. */
    public void reportAllCommitTimes() {
        transaction.reportAllCommitTimes();
    }

    public long omittedBytes() {
        return window.omittedBytes();
    }

    /** Counts from the start of the measured part. A killed server leaves transactions without an end in its log. */
    public long incompleteTransactions() {
        return window.incompleteTransactions();
    }

    /** Returns the first INCIDENT event of the measured part, as {@code file:offset}; empty for none. */
    public String incident() {
        return window.incident();
    }

    /**
     * Minimum age of the last event on arrival, in µs; 0 if the event has no time. May be negative. Events of a large transaction
     * have the time of their statement, so they are old on arrival.
     */
    public long behindMicros() {
        // minus one second, because the header time is truncated to seconds
        return lastSeconds == 0 ? 0 : arrivalMicros + clockOffsetMicros - (lastSeconds + 1) * 1_000_000;
    }

    /** Between events, this is the position of the next event. */
    public LogCursor cursor() {
        return cursor;
    }

    public boolean isLogEvent() {
        return effect != Effect.NOT_IN_LOG && effect != Effect.PASSED;
    }

    /** After a break, the server sends an open transaction again. */
    public boolean isInTransaction() {
        return transaction.stage() != Stage.NONE;
    }

    /**
     * Grows whenever data are counted, across all connections and servers. Incomplete transactions, and events that the server
     * generates or repeats, do not change it.
     */
    public long progress() {
        return progress;
    }

    /** Returns the end of the last complete transaction or separate event. */
    public LogPosition resumePosition() {
        return new LogPosition(completedEnd.file(), completedEnd.offset());
    }

    /**
     * Start position on the same server that omits and repeats no event. Ignores positions from keep-alives, which may lie inside a
     * transaction that the server leaves out.
     *
     * @return {@code null} without a file, or before the first transaction of a dump whose start the server determined
     */
    @Nullable
    public LogPosition failoverPosition() {
        LogCursor position = completedEnd.isAt(keepAliveTo) ? keepAliveFrom : completedEnd;
        return effects.isBeforeFirstTransaction() || position.file().isEmpty()
                ? null
                : new LogPosition(position.file(), position.offset());
    }

    /** Must be called before the first event. */
    public void track(ExecutedGtids executed, TransactionWatch transactions) {
        transaction.track(executed);
        executed.reportTo(transactions);
        window.reportTo(transactions);
        transactions.setCursor(cursor);
        watch = transactions;
    }

    /**
     * @param omitsKnownTransactions whether the server leaves out transactions that the reader already has
     * @param serverFindsStart whether the server determines the start; events before the first transaction may already have been
     *     counted
     * @param eventChecksumBytes 4 if the client requested checksums, else 0; the format description overrides it
     */
    public void onDumpBegin(boolean omitsKnownTransactions, boolean serverFindsStart, int eventChecksumBytes) {
        skipsKnownTransactions = omitsKnownTransactions;
        effects.onDumpBegin(serverFindsStart);
        fileIdentity.onDumpBegin();
        checksumBytes = eventChecksumBytes;
    }

    /** The other server has a different clock and different positions. */
    public void serverChanged(long newClockOffsetMicros) {
        clockOffsetMicros = newClockOffsetMicros;
        transaction.setClockOffset(newClockOffsetMicros);
        window.serverChanged(resumePosition());
        completedEnd.moveTo("", 0);
        keepAliveFrom.moveTo("", 0);
        fileIdentity.forget();
        readEnd(); // reports that the old server's position is no longer valid
    }

    /** After a break, the server sends the open transaction again. */
    public void discardInFlight() {
        sink.discardInFlight();
        cursor.moveTo(completedEnd.file(), completedEnd.offset());
        transaction.discard();
        effect = Effect.NOT_IN_LOG;
        rotationFile = null;
    }

    public void readBegin(long nowMicros) {
        arrivalMicros = nowMicros;
        effects.setArrivalMicros(nowMicros);
    }

    public void readEnd() {
        if (transaction.stage() == Stage.NONE) { // after a break, an open transaction is discarded
            cursor.countLateBytes();
        }
        sink.readEnd(completedEnd.file(), completedEnd.offset(), arrivalMicros);
        watch.onReadEnd();
    }

    @Override
    public boolean processCompleteEvents(ByteBuffer buffer) throws StreamProtocolException {
        if (effects.isBeforeFirstTransaction()
                || window.hasPendingMark()
                || !fastPath.walk(buffer, checksumBytes, arrivalMicros)) {
            return false;
        }
        lastSeconds = fastPath.lastHeaderSeconds();
        progress++;
        return true;
    }

    @Override
    public void eventBegin(ByteBuffer buffer, int index, int prefixBytes, long eventLength)
            throws StreamProtocolException {
        header.read(buffer, index, eventLength, checksumBytes);
        lastSeconds = header.seconds();
        boolean isArtificial = header.isArtificial();
        boolean isRepeated = header.type() == EventKind.FORMAT_DESCRIPTION && isRepeatedFormatDescription();
        if (!isArtificial
                && !isRepeated
                && header.type() != EventKind.HEARTBEAT
                && header.type() != EventKind.HEARTBEAT_V2) {
            if (skipsKnownTransactions) {
                cursor.skipKnownTo(header.length(), header.endPosition());
            } else {
                cursor.skipTo(header.length(), header.endPosition());
            }
        }
        effect = switch (header.type()) {
            case EventKind.HEARTBEAT, EventKind.HEARTBEAT_V2 -> keepAlive();
            case EventKind.ROTATE -> rotate(buffer, index, isArtificial);
            case EventKind.FORMAT_DESCRIPTION -> formatDescription(buffer, index, prefixBytes, isRepeated);
            default -> isArtificial ? Effect.NOT_IN_LOG : effects.applyLogEvent(buffer, index, prefixBytes);
        };
        if (effects.isBeforeFirstTransaction() && effect == Effect.OUTSIDE_TRANSACTION) {
            effect = Effect.PASSED;
        }
        if (effect != Effect.NOT_IN_LOG) {
            for (EventBody body : bodies) {
                body.begin(buffer, index, prefixBytes, header);
            }
        }
    }

    @Override
    public void eventBody(ByteBuffer buffer, int index, int count) throws StreamProtocolException {
        if (effect != Effect.NOT_IN_LOG) {
            for (EventBody body : bodies) {
                body.append(buffer, index, count);
            }
        }
    }

    @Override
    public void eventEnd() throws StreamProtocolException {
        if (effect == Effect.NOT_IN_LOG) {
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
            progress++;
        }
        if (effect == Effect.OUTSIDE_TRANSACTION) {
            sink.outsideTransaction();
        } else if (effect == Effect.END) {
            transactionEnd();
        }
        if (rotationFile != null) {
            cursor.countLateBytes();
            cursor.moveTo(rotationFile, rotationOffset);
            rotationFile = null;
        }
        completedEnd.moveTo(cursor.file(), cursor.offset());
    }

    public long keepAlives() {
        return keepAlives;
    }

    /** While a server leaves out transactions, its keep-alives contain its current position. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes
    private Effect keepAlive() {
        keepAlives++;
        long distance = header.endPosition() - cursor.offset() & 0xFFFF_FFFFL;
        if (skipsKnownTransactions && transaction.stage() == Stage.NONE && distance < 1L << 31) {
            if (!completedEnd.isAt(keepAliveTo)) {
                keepAliveFrom.moveTo(completedEnd.file(), completedEnd.offset());
            }
            cursor.skipKnownTo(0, header.endPosition());
            completedEnd.moveTo(cursor.file(), cursor.offset());
            keepAliveTo.moveTo(cursor.file(), cursor.offset());
        }
        return Effect.NOT_IN_LOG;
    }

    private Effect rotate(ByteBuffer buffer, int index, boolean isArtificial) throws StreamProtocolException {
        if (isArtificial) {
            cursor.rotate(buffer, index, header.length(), checksumBytes);
            completedEnd.moveTo(cursor.file(), cursor.offset());
            return Effect.NOT_IN_LOG;
        }
        LogCursor nextCursor = new LogCursor();
        nextCursor.rotate(buffer, index, header.length(), checksumBytes);
        rotationFile = nextCursor.file();
        rotationOffset = nextCursor.offset();
        return effects.applyBetweenTransactions();
    }

    /** The dump starts in the middle of a file. In a dump by GTIDs, the event's header contains its original position. */
    private boolean isRepeatedFormatDescription() {
        return header.endPosition() == 0 || skipsKnownTransactions && cursor.offset() > LogPosition.FIRST_EVENT;
    }

    private Effect formatDescription(ByteBuffer buffer, int index, int prefixBytes, boolean isRepeated) {
        if (prefixBytes == header.length() && prefixBytes > EventFramer.HEADER_BYTES + 5) {
            checksumBytes = buffer.get(index + prefixBytes - 5) == 1 ? 4 : 0;
        }
        fileIdentity.checkFile(cursor.file(), header.seconds());
        return isRepeated ? Effect.NOT_IN_LOG : effects.applyBetweenTransactions();
    }

    private void transactionEnd() {
        PayloadReader reader = payloads;
        if (reader != null && header.type() == EventKind.TRANSACTION_PAYLOAD) {
            transaction.setHeartbeat(
                    reader.heartbeats().sequence(), reader.heartbeats().sentMicros());
        }
        transaction.end(header.seconds(), arrivalMicros);
        window.openIfAfterHeartbeat(transaction.heartbeatSequence());
    }
}
