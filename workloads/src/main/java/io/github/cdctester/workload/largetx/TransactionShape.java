// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.largetx;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.failure.Setting;
import io.github.cdctester.workload.largetx.LargeTransactions.RowChange;
import java.util.function.LongPredicate;

/** @param maxRowsPerStatement does not limit INSERT … SELECT */
record TransactionShape(RowChange kind, long rows, int dataBytes, int maxRowsPerStatement, long logBytes) {

    /** Makes the overhead negligible, and fits into any heap. One row may be larger. */
    private static final long MAX_STATEMENT_BYTES = 1_000_000;

    /** If whole rows fill a smaller share of the transaction size, the row size is adjusted. */
    private static final double MIN_SIZE_SHARE = 0.995;

    /** Estimate for a statement with a range of rows. */
    private static final long RANGE_TEXT_BYTES = 120;

    /** The server rounds max_allowed_packet down to full KiB, and its protocol needs a few bytes. */
    private static final long PACKET_RESERVE_BYTES = 1_100;

    /** @throws RunFailedException if a row does not fit into a statement, or if the images of deleted rows would lack the data */
    static TransactionShape of(LargeTransactions spec, LogFormat format, long maxPacketBytes) {
        if (spec.kind() == RowChange.DELETE && format.rowBytes(RowChange.DELETE, 1_000_000) < 1_000_000) {
            throw new RunFailedException("binlog_row_image is " + format.rowImage()
                    + ", so a delete leaves only keys in the log: SET GLOBAL binlog_row_image = 'FULL'");
        }
        return spec.rows() > 0
                ? withRows(spec, spec.rows(), format, maxPacketBytes)
                : withRowBytes(spec, format, maxPacketBytes);
    }

    private static TransactionShape withRows(LargeTransactions spec, long rows, LogFormat format, long maxPacketBytes) {
        long dataBytes = largestFitting(
                spec.trxBytes() / rows + 1,
                size -> transactionBytes(spec.kind(), rows, size, format, maxPacketBytes) <= spec.trxBytes());
        return shape(spec.kind(), rows, dataBytes, format, maxPacketBytes);
    }

    /** A few large rows can miss the transaction's size. The row size is then increased slightly. */
    private static TransactionShape withRowBytes(LargeTransactions spec, LogFormat format, long maxPacketBytes) {
        long dataBytes = format.dataBytes(spec.rowBytes());
        long rows = largestFitting(
                spec.trxBytes() / format.rowBytes(spec.kind(), dataBytes) + 1,
                count -> transactionBytes(spec.kind(), count, dataBytes, format, maxPacketBytes) <= spec.trxBytes());
        TransactionShape exactShape = shape(spec.kind(), rows, dataBytes, format, maxPacketBytes);
        return exactShape.logBytes() < spec.trxBytes() * MIN_SIZE_SHARE
                ? withRows(spec, rows, format, maxPacketBytes)
                : exactShape;
    }

    /** Returns the largest fitting number from 1 to {@code max}; 1 if no number fits. */
    private static long largestFitting(long max, LongPredicate fits) {
        long low = 1;
        long high = max;
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
        if (RowStatement.statementBytes(1, dataBytes, format.stamped()) > maxPacketBytes - PACKET_RESERVE_BYTES) {
            throw new RunFailedException("max_allowed_packet is " + maxPacketBytes + " bytes, too small for a row of "
                    + format.fullImageBytes(dataBytes) + " bytes: SET GLOBAL max_allowed_packet = "
                    + roundUpToKilobyte(
                            RowStatement.statementBytes(1, dataBytes, format.stamped()) + PACKET_RESERVE_BYTES)
                    + ", or give smaller rows (" + Setting.ROW_SIZE + ", " + Setting.ROWS + ")");
        }
        return new TransactionShape(
                kind,
                rows,
                (int) dataBytes,
                (int) maxRowsPerStatement(dataBytes, format, maxPacketBytes),
                transactionBytes(kind, rows, dataBytes, format, maxPacketBytes));
    }

    private static long roundUpToKilobyte(long bytes) {
        long kilobyte = 1_024;
        return (bytes + kilobyte - 1) / kilobyte * kilobyte;
    }

    private static long maxRowsPerStatement(long dataBytes, LogFormat format, long maxPacketBytes) {
        long maxBytes = Math.min(MAX_STATEMENT_BYTES, maxPacketBytes - PACKET_RESERVE_BYTES);
        return Math.max(
                1,
                (maxBytes - RowStatement.statementBytes(0, dataBytes, format.stamped()))
                        / RowStatement.rowBytes(dataBytes, format.stamped()));
    }

    private static long transactionBytes(
            RowChange kind, long rows, long dataBytes, LogFormat format, long maxPacketBytes) {
        long rowsPerStatement = maxRowsPerStatement(dataBytes, format, maxPacketBytes);
        boolean stamped = format.stamped();
        long bytes = format.transactionOverhead();
        if (kind == RowChange.INSERT_SELECT) {
            long existingRows = Math.min(rows, rowsPerStatement);
            bytes += statementLogBytes(
                    kind,
                    existingRows,
                    RowStatement.statementBytes(existingRows, dataBytes, stamped),
                    dataBytes,
                    format);
            while (existingRows < rows) {
                long addedRows = Math.min(existingRows, rows - existingRows);
                bytes += statementLogBytes(kind, addedRows, dataBytes, format);
                existingRows += addedRows;
            }
            return bytes;
        }
        long remainingRows = rows % rowsPerStatement;
        return bytes
                + rows / rowsPerStatement * statementLogBytes(kind, rowsPerStatement, dataBytes, format)
                + (remainingRows == 0 ? 0 : statementLogBytes(kind, remainingRows, dataBytes, format));
    }

    private static long statementLogBytes(RowChange kind, long rows, long dataBytes, LogFormat format) {
        long textBytes = kind == RowChange.INSERT
                ? RowStatement.statementBytes(rows, dataBytes, format.stamped())
                : RANGE_TEXT_BYTES;
        return statementLogBytes(kind, rows, textBytes, dataBytes, format);
    }

    private static long statementLogBytes(RowChange kind, long rows, long textBytes, long dataBytes, LogFormat format) {
        long rowBytes = format.rowBytes(kind, dataBytes);
        long rowsPerEvent = format.rowsPerEvent(kind, rowBytes);
        long events = (rows + rowsPerEvent - 1) / rowsPerEvent;
        return format.statementOverhead(textBytes) + events * format.eventOverhead(kind) + rows * rowBytes;
    }
}
