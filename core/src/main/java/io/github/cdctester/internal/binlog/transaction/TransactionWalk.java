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
 * The short way over nearly all of a log: row-based transactions, complete, each event in one packet. It compares each with the
 * {@link TransactionPattern} of the previous one and reports it in one call. This costs a fraction of framer and tracker
 * (docs/dev/adr/0010). All other transactions are left to them from the first byte: this class never decides differently.
 */
public final class TransactionWalk {

    private final BinlogSink sink;
    private final OpenTransaction open;
    private final LogCursor cursor;
    private final LogCursor completed;
    private final WholeBodies bodies;
    private final TransactionPattern shape;
    private final GtidSequence run = new GtidSequence();

    private long seconds;

    TransactionWalk(
            BinlogSink sink,
            OpenTransaction open,
            LogCursor cursor,
            LogCursor completed,
            @Nullable HeartbeatRow heartbeat,
            EventBody[] bodies) {
        this.sink = sink;
        this.open = open;
        this.cursor = cursor;
        this.completed = completed;
        shape = new TransactionPattern(heartbeat);
        this.bodies = new WholeBodies(bodies);
    }

    /** The header's time of the last event that was walked over. */
    long seconds() {
        return seconds;
    }

    /**
     * Walks over as many transactions as possible, and leaves the buffer's position after them.
     *
     * @throws StreamProtocolException if a reader of whole events finds an invalid event
     */
    boolean walk(ByteBuffer buffer, int checksumBytes, long arrivalMicros) throws StreamProtocolException {
        if (open.stage() != Stage.NONE) {
            return false;
        }
        run.end();
        try {
            return walkOver(buffer, checksumBytes, arrivalMicros);
        } finally {
            open.reportFollowers();
        }
    }

    private boolean walkOver(ByteBuffer buffer, int checksumBytes, long arrivalMicros) throws StreamProtocolException {
        int limit = buffer.limit();
        int first = buffer.position();
        int begin = first;
        boolean told = false;
        while (true) {
            int offset = (int) cursor.offset();
            boolean same = shape.isOf(buffer, begin, limit, offset, checksumBytes);
            if (!same) {
                if (!shape.take(buffer, begin, limit, offset, checksumBytes)) {
                    break;
                }
                bodies.take(shape);
            }
            end(buffer, begin, checksumBytes, same && told, arrivalMicros);
            told = true;
            begin += shape.wireBytes();
        }
        if (begin == first) {
            return false;
        }
        buffer.position(begin);
        return true;
    }

    private void end(ByteBuffer buffer, int begin, int checksumBytes, boolean repeated, long arrivalMicros)
            throws StreamProtocolException {
        int at = begin + TransactionPattern.EVENT_OFFSET;
        int type = shape.types()[0] & 0xFF;
        int length = shape.lengths()[0];
        seconds = shape.seconds();
        boolean follows = run.goesOnWith(buffer, at, length - checksumBytes, type);
        if (follows) {
            open.beginFollower(arrivalMicros);
        } else {
            open.reportFollowers();
            open.begin(Stage.STATEMENTS, arrivalMicros);
            open.identifiedBy(buffer, at, at + length - checksumBytes, type);
        }
        if (TransactionPattern.isMySqlGtid(type)) {
            open.committedAt(
                    GtidEvent.immediateCommitMicros(buffer, at, length, checksumBytes),
                    GtidEvent.originalCommitMicros(buffer, at, length, checksumBytes));
        }
        show(buffer, begin, checksumBytes);
        cursor.advance(shape.bytes());
        if (follows) {
            open.endWholeFollower(shape, repeated, arrivalMicros);
        } else {
            open.endWhole(shape, repeated, arrivalMicros);
        }
        completed.moveTo(cursor.file(), cursor.offset());
        if (follows) {
            return;
        }
        if (type == EventKind.GTID && open.acceptsFollowers()) {
            run.begin(buffer, at);
        } else {
            run.end();
        }
    }

    private void show(ByteBuffer buffer, int begin, int checksumBytes) throws StreamProtocolException {
        try {
            bodies.show(buffer, begin, checksumBytes);
        } catch (StreamProtocolException e) {
            // the transactions before it have arrived; the long way would have reported each
            for (int i = 0; i < bodies.shown(); i++) {
                cursor.advance(shape.lengths()[i]);
                sink.event(shape.types()[i] & 0xFF, shape.lengths()[i]);
            }
            throw e;
        }
    }

    /**
     * Transactions of one source with consecutive numbers. They are reported as a count, because reporting each costs as much as
     * walking over its events. For MySQL's GTIDs without a tag.
     */
    static final class GtidSequence {

        private long sourceHigh;
        private long sourceLow;
        private long nextNumber;

        /** Ends the run of consecutive numbers. */
        void end() {
            nextNumber = 0;
        }

        /** The next transaction may follow this one. */
        void begin(ByteBuffer buffer, int at) {
            sourceHigh = GtidReader.rawHigh(buffer, at);
            sourceLow = GtidReader.rawLow(buffer, at);
            nextNumber = GtidReader.rawNumber(buffer, at) + 1;
        }

        /** Takes a transaction into the run, if it continues with it; {@code at} is its first byte's index. */
        boolean goesOnWith(ByteBuffer buffer, int at, int bytes, int type) {
            if (nextNumber > 0
                    && nextNumber <= GtidIntervals.MAX_NUMBER
                    && type == EventKind.GTID
                    && bytes >= GtidReader.RAW_BYTES
                    && GtidReader.rawNumber(buffer, at) == nextNumber
                    && GtidReader.rawHigh(buffer, at) == sourceHigh
                    && GtidReader.rawLow(buffer, at) == sourceLow) {
                nextNumber++;
                return true;
            }
            return false;
        }
    }
}
