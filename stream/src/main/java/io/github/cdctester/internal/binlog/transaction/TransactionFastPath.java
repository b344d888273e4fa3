// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.transaction;

import io.github.cdctester.internal.binlog.event.EventBody;
import io.github.cdctester.internal.binlog.event.EventKind;
import io.github.cdctester.internal.binlog.event.GtidEvent;
import io.github.cdctester.internal.binlog.event.HeartbeatRow;
import io.github.cdctester.internal.binlog.event.StreamProtocolException;
import io.github.cdctester.internal.binlog.gtid.GtidIntervals;
import io.github.cdctester.internal.binlog.gtid.GtidReader;
import io.github.cdctester.internal.binlog.position.LogCursor;
import io.github.cdctester.internal.binlog.transaction.TransactionBoundary.Stage;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Fast path for complete row-based transactions whose events each fit into one packet: nearly all transactions. Takes a fraction of
 * the time of {@code EventFramer} and {@link TransactionTracker} (docs/dev/adr/0010). These classes process all other transactions,
 * with the same results.
 */
public final class TransactionFastPath {

    private final BinlogSink sink;
    private final OpenTransaction transaction;
    private final LogCursor cursor;
    private final LogCursor completedEnd; // end of the last transaction, or of the last event outside transactions
    private final EventDispatcher dispatcher;
    private final TransactionPattern pattern;
    private final GtidSequence sequence = new GtidSequence();

    private long lastHeaderSeconds;

    TransactionFastPath(
            BinlogSink sink,
            OpenTransaction transaction,
            LogCursor cursor,
            LogCursor completedEnd,
            @Nullable HeartbeatRow heartbeat,
            EventBody[] bodies) {
        this.sink = sink;
        this.transaction = transaction;
        this.cursor = cursor;
        this.completedEnd = completedEnd;
        pattern = new TransactionPattern(heartbeat);
        dispatcher = new EventDispatcher(bodies);
    }

    /** Returns seconds since the epoch. */
    long lastHeaderSeconds() {
        return lastHeaderSeconds;
    }

    /**
     * Processes nothing while a transaction is open. Returns true if at least one transaction was processed.
     *
     * @throws StreamProtocolException if an event body is invalid
     */
    boolean walk(ByteBuffer buffer, int checksumBytes, long arrivalMicros) throws StreamProtocolException {
        if (transaction.stage() != Stage.NONE) {
            return false;
        }
        sequence.end();
        try {
            return processTransactions(buffer, checksumBytes, arrivalMicros);
        } finally {
            transaction.reportFollowers();
        }
    }

    private boolean processTransactions(ByteBuffer buffer, int checksumBytes, long arrivalMicros)
            throws StreamProtocolException {
        int limit = buffer.limit();
        int initialPosition = buffer.position();
        int begin = initialPosition;
        boolean hasReported = false;
        while (true) {
            int offset = (int) cursor.offset();
            boolean matches = pattern.matches(buffer, begin, limit, offset, checksumBytes);
            if (!matches) {
                if (!pattern.store(buffer, begin, limit, offset, checksumBytes)) {
                    break;
                }
                dispatcher.setPattern(pattern);
            }
            process(buffer, begin, checksumBytes, matches && hasReported, arrivalMicros);
            hasReported = true;
            begin += pattern.wireBytes();
        }
        if (begin == initialPosition) {
            return false;
        }
        buffer.position(begin);
        return true;
    }

    private void process(ByteBuffer buffer, int begin, int checksumBytes, boolean hasSamePattern, long arrivalMicros)
            throws StreamProtocolException {
        int index = begin + TransactionPattern.EVENT_OFFSET;
        int type = pattern.types()[0] & 0xFF;
        int length = pattern.lengths()[0];
        lastHeaderSeconds = pattern.seconds();
        boolean isFollower = sequence.extendBy(buffer, index, length - checksumBytes, type);
        if (isFollower) {
            transaction.beginFollower(arrivalMicros);
        } else {
            transaction.reportFollowers();
            transaction.begin(Stage.STATEMENTS, arrivalMicros);
            transaction.readGtid(buffer, index, index + length - checksumBytes, type);
        }
        if (TransactionPattern.isMySqlGtid(type)) {
            transaction.setCommitTimes(
                    GtidEvent.immediateCommitMicros(buffer, index, length, checksumBytes),
                    GtidEvent.originalCommitMicros(buffer, index, length, checksumBytes));
        }
        passBodies(buffer, begin, checksumBytes);
        cursor.advance(pattern.bytes());
        if (isFollower) {
            transaction.endFollower(pattern, hasSamePattern, arrivalMicros);
        } else {
            transaction.endComplete(pattern, hasSamePattern, arrivalMicros);
        }
        completedEnd.moveTo(cursor.file(), cursor.offset());
        if (isFollower) {
            return;
        }
        if (type == EventKind.GTID && transaction.acceptsFollowers()) {
            sequence.begin(buffer, index);
        } else {
            sequence.end();
        }
    }

    private void passBodies(ByteBuffer buffer, int begin, int checksumBytes) throws StreamProtocolException {
        try {
            dispatcher.passEvents(buffer, begin, checksumBytes);
        } catch (StreamProtocolException e) {
            // also counts the events before the invalid event, like the slow path
            for (int i = 0; i < dispatcher.validEvents(); i++) {
                cursor.advance(pattern.lengths()[i]);
                sink.event(pattern.types()[i] & 0xFF, pattern.lengths()[i]);
            }
            throw e;
        }
    }

    /** Detects followers. A separate report of each would cost as much as reading its events. Only for MySQL's GTIDs without a tag. */
    static final class GtidSequence {

        private long sourceHigh;
        private long sourceLow;
        private long nextNumber;

        void end() {
            nextNumber = 0;
        }

        void begin(ByteBuffer buffer, int index) {
            sourceHigh = GtidReader.rawHigh(buffer, index);
            sourceLow = GtidReader.rawLow(buffer, index);
            nextNumber = GtidReader.rawNumber(buffer, index) + 1;
        }

        /** Returns true if the transaction has the next number of the same source. */
        boolean extendBy(ByteBuffer buffer, int index, int bytes, int type) {
            if (nextNumber > 0
                    && nextNumber <= GtidIntervals.MAX_NUMBER
                    && type == EventKind.GTID
                    && bytes >= GtidReader.RAW_BYTES
                    && GtidReader.rawNumber(buffer, index) == nextNumber
                    && GtidReader.rawHigh(buffer, index) == sourceHigh
                    && GtidReader.rawLow(buffer, index) == sourceLow) {
                nextNumber++;
                return true;
            }
            return false;
        }
    }
}
