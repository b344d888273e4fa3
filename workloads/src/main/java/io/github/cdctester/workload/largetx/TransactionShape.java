// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.largetx;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.failure.Setting;
import io.github.cdctester.workload.largetx.LargeTransactions.RowChange;
import java.util.function.LongPredicate;

/**
 * The shape of a transaction of a given size in a server's log.
 *
 * @param rowsAStatement rows of one statement; a doubling statement has no limit
 */
record TransactionShape(RowChange kind, long rows, int dataBytes, int rowsAStatement, long logBytes) {

    /** Large enough that statements cost nothing, small enough for every heap. */
    private static final long STATEMENT_BYTES = 1_000_000;

    /** Whole rows must make so much of the size that is requested. */
    private static final double MIN_SHARE = 0.995;

    /** An UPDATE or DELETE of a range. */
    private static final long RANGE_TEXT = 120;

    /** The server rounds packets down to 1 kB, and its protocol has its own few bytes. */
    private static final long PACKET_RESERVE = 1_100;

    /**
     * Finds the shape.
     *
     * @throws RunFailedException if a row does not fit into a statement, or deletes leave no trace of its size
     */
    static TransactionShape of(LargeTransactions spec, LogFormat format, long maxPacketBytes) {
        if (spec.kind() == RowChange.DELETE && format.rowBytes(RowChange.DELETE, 1_000_000) < 1_000_000) {
            throw new RunFailedException("binlog_row_image is " + format.rowImage()
                    + ", so a delete leaves only keys in the log: SET GLOBAL binlog_row_image = 'FULL'");
        }
        return spec.rows() > 0
                ? withRows(spec, spec.rows(), format, maxPacketBytes)
                : withRowBytes(spec, format, maxPacketBytes);
    }

    /** The number of rows is given, and the size of each is found. */
    private static TransactionShape withRows(LargeTransactions spec, long rows, LogFormat format, long maxPacketBytes) {
        long dataBytes = largest(
                spec.trxBytes() / rows + 1,
                size -> bytes(spec.kind(), rows, size, format, maxPacketBytes) <= spec.trxBytes());
        return shape(spec.kind(), rows, dataBytes, format, maxPacketBytes);
    }

    /**
     * Computes the number of rows of a given size. If whole rows miss the transaction's size, because they are large and few, they
     * become a little larger.
     */
    private static TransactionShape withRowBytes(LargeTransactions spec, LogFormat format, long maxPacketBytes) {
        long dataBytes = format.dataBytes(spec.rowBytes());
        long rows = largest(
                spec.trxBytes() / format.rowBytes(spec.kind(), dataBytes) + 1,
                count -> bytes(spec.kind(), count, dataBytes, format, maxPacketBytes) <= spec.trxBytes());
        TransactionShape whole = shape(spec.kind(), rows, dataBytes, format, maxPacketBytes);
        return whole.logBytes() < spec.trxBytes() * MIN_SHARE ? withRows(spec, rows, format, maxPacketBytes) : whole;
    }

    /** The largest number from 1 on that fits, found by halving; 1 if none does. */
    private static long largest(long most, LongPredicate fits) {
        long low = 1;
        long high = most;
        while (low < high) {
            long middle = (low + high + 1) / 2;
            if (fits.test(middle)) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    private static TransactionShape shape(
            RowChange kind, long rows, long dataBytes, LogFormat format, long maxPacketBytes) {
        if (RowStatement.bytes(1, dataBytes, format.stamped()) > maxPacketBytes - PACKET_RESERVE) {
            throw new RunFailedException("max_allowed_packet is " + maxPacketBytes + " bytes, too small for a row of "
                    + format.fullImage(dataBytes) + " bytes: SET GLOBAL max_allowed_packet = "
                    + roundedUp(RowStatement.bytes(1, dataBytes, format.stamped()) + PACKET_RESERVE)
                    + ", or give smaller rows (" + Setting.ROW_SIZE + ", " + Setting.ROWS + ")");
        }
        return new TransactionShape(
                kind,
                rows,
                (int) dataBytes,
                (int) rowsAStatement(dataBytes, format, maxPacketBytes),
                bytes(kind, rows, dataBytes, format, maxPacketBytes));
    }

    private static long roundedUp(long bytes) {
        long kilobytes = 1_024;
        return (bytes + kilobytes - 1) / kilobytes * kilobytes;
    }

    private static long rowsAStatement(long dataBytes, LogFormat format, long maxPacketBytes) {
        long most = Math.min(STATEMENT_BYTES, maxPacketBytes - PACKET_RESERVE);
        return Math.max(
                1,
                (most - RowStatement.bytes(0, dataBytes, format.stamped()))
                        / RowStatement.rowBytes(dataBytes, format.stamped()));
    }

    private static long bytes(RowChange kind, long rows, long dataBytes, LogFormat format, long maxPacketBytes) {
        long step = rowsAStatement(dataBytes, format, maxPacketBytes);
        boolean stamped = format.stamped();
        long bytes = format.transactionOverhead();
        if (kind == RowChange.INSERT_SELECT) {
            long there = Math.min(rows, step);
            bytes += statement(kind, there, RowStatement.bytes(there, dataBytes, stamped), dataBytes, format);
            while (there < rows) {
                long more = Math.min(there, rows - there);
                bytes += statement(kind, more, dataBytes, format);
                there += more;
            }
            return bytes;
        }
        long rest = rows % step;
        return bytes
                + rows / step * statement(kind, step, dataBytes, format)
                + (rest == 0 ? 0 : statement(kind, rest, dataBytes, format));
    }

    private static long statement(RowChange kind, long rows, long dataBytes, LogFormat format) {
        long text = kind == RowChange.INSERT ? RowStatement.bytes(rows, dataBytes, format.stamped()) : RANGE_TEXT;
        return statement(kind, rows, text, dataBytes, format);
    }

    private static long statement(RowChange kind, long rows, long textBytes, long dataBytes, LogFormat format) {
        long rowBytes = format.rowBytes(kind, dataBytes);
        long rowsAnEvent = format.rowsAnEvent(kind, rowBytes);
        long events = (rows + rowsAnEvent - 1) / rowsAnEvent;
        return format.statementOverhead(textBytes) + events * format.eventOverhead(kind) + rows * rowBytes;
    }
}
