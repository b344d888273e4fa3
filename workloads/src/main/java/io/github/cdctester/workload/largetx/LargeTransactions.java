// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.largetx;

import io.github.cdctester.config.Defaults;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.failure.InvalidPlanException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Transactions of a given size in the binlog.
 *
 * @param kind kind of change
 * @param trxBytes size of a transaction in the log, from its first to its last event, including checksums; 10 kB to 1 TB
 * @param rowBytes size of a row's image in the log, 32 B to 64 MB; 0 if {@code rows} is given
 * @param rows rows of a transaction, from 1; 0 if {@code rowBytes} is given
 * @param transactions number of transactions of all workers together after which the run ends; 0 for no limit
 * @param stamped true if rows have the columns {@code cdc_seq} and {@code cdc_at}, 16 bytes of the row's image, which identify the last
 *     transaction that wrote the row; not possible for deletes
 */
public record LargeTransactions(
        RowChange kind, long trxBytes, long rowBytes, long rows, long transactions, boolean stamped)
        implements WorkloadSpec {

    /** The workload's name. */
    public static final String NAME = "large_transaction";

    private static final long MIN_BYTES = 10_000;
    private static final long MAX_BYTES = 1_000_000_000_000L;
    private static final int MIN_ROW_BYTES = 32;
    private static final int MAX_ROW_BYTES = 64_000_000;

    /** With fewer rows, a whole number of rows could miss the transaction's size by more than 2 %. */
    private static final int MIN_ROWS = 50;

    /** The kinds of changes. */
    public enum RowChange {
        /** Inserts rows by multi-row INSERT statements that contain the values. */
        INSERT,
        /** Updates rows that {@code prepare} created. The log contains each row before and after the change. */
        UPDATE,
        /** Deletes rows that {@code prepare} created. */
        DELETE,
        /** Inserts some rows, then repeatedly doubles them by INSERT … SELECT, in one transaction. */
        INSERT_SELECT
    }

    /**
     * Checks the values.
     *
     * @throws InvalidPlanException if a value is out of range, or the sizes contradict each other
     */
    public LargeTransactions {
        if (trxBytes < MIN_BYTES || trxBytes > MAX_BYTES) {
            throw new InvalidPlanException("trxSize", trxBytes + " bytes", "a size from 10 kB to 1 TB");
        }
        if (rows < 0) {
            throw new InvalidPlanException("rows", rows, "a whole number from 1");
        }
        if (transactions < 0) {
            throw new InvalidPlanException("trxCount", transactions, "a whole number from 0 (0: no limit)");
        }
        if (kind == RowChange.DELETE && transactions == 0) {
            throw new InvalidPlanException(
                    "trxCount", 0, "a whole number from 1 for delete: so many transactions' rows are prepared");
        }
        if (kind == RowChange.DELETE && stamped) {
            throw new InvalidPlanException(
                    "stamp", "on", "off for delete: a deleted row has the stamp of the change before it");
        }
        long imagesPerRow = kind == RowChange.UPDATE ? 2 : 1;
        if (rows > 0) {
            long imageBytes = trxBytes / rows / imagesPerRow;
            if (rowBytes != 0 || imageBytes < MIN_ROW_BYTES || imageBytes > MAX_ROW_BYTES) {
                throw new InvalidPlanException(
                        "rows",
                        rows,
                        rowBytes != 0
                                ? "left out with a row size"
                                : "a number for which each row has 32 B to 64 MB of the transaction's " + trxBytes
                                        + " bytes");
            }
        } else if (rowBytes < MIN_ROW_BYTES || rowBytes > MAX_ROW_BYTES) {
            throw new InvalidPlanException("rowSize", rowBytes + " bytes", "a size from 32 B to 64 MB");
        } else if (trxBytes / rowBytes / imagesPerRow < MIN_ROWS) {
            throw new InvalidPlanException(
                    "rowSize",
                    rowBytes + " bytes",
                    "small enough for 50 rows in a transaction; for fewer rows, give their number");
        }
    }

    /** Returns one transaction of 0.5 GB in the log that inserts rows of 2,500 bytes, like PolarDB-X's CDC test. */
    public static LargeTransactions insert() {
        return new LargeTransactions(
                LargeTransactions.RowChange.INSERT,
                Defaults.TRX_BYTES,
                Defaults.ROW_BYTES,
                0,
                Defaults.TRX_COUNT,
                false);
    }

    @Override
    public String name() {
        return NAME;
    }

    /** Returns the name of the transactions' kind, such as {@code large_insert}. */
    public String transactionKind() {
        return "large_" + kind.name().toLowerCase(Locale.ROOT);
    }

    /** Returns a copy with another kind of change. */
    public LargeTransactions kind(RowChange newKind) {
        return new LargeTransactions(newKind, trxBytes, rowBytes, rows, transactions, stamped);
    }

    /** Returns a copy with another transaction size: bytes in the log, 10 kB to 1 TB. */
    public LargeTransactions trxBytes(long bytes) {
        return new LargeTransactions(kind, bytes, rowBytes, rows, transactions, stamped);
    }

    /**
     * Returns a copy with another row size: bytes of a row's image in the log, 32 B to 64 MB. The row size determines the number of
     * rows.
     */
    public LargeTransactions rowBytes(long bytes) {
        return new LargeTransactions(kind, trxBytes, bytes, 0, transactions, stamped);
    }

    /** Returns a copy with another number of rows per transaction. This number determines the row size. */
    public LargeTransactions rows(long count) {
        return new LargeTransactions(kind, trxBytes, 0, count, transactions, stamped);
    }

    /** Returns a copy with another number of transactions after which the run ends; 0 for no limit. */
    public LargeTransactions transactions(long count) {
        return new LargeTransactions(kind, trxBytes, rowBytes, rows, count, stamped);
    }

    /**
     * Returns a copy with or without stamped rows. {@code cdc_seq} is the transaction's unique number; {@code cdc_at} is the time just
     * before the statement, in µs since the epoch, on the tester's clock. The tables must have been prepared with the same setting.
     *
     * @param enabled true to stamp rows
     * @throws InvalidPlanException if rows would be both stamped and deleted
     */
    public LargeTransactions stamp(boolean enabled) {
        return new LargeTransactions(kind, trxBytes, rowBytes, rows, transactions, enabled);
    }

    @Override
    public long transactionBytes() {
        return trxBytes;
    }

    @Override
    public Set<String> sweepable() {
        return Set.of("trxSize");
    }

    @Override
    public LargeTransactions swept(String property, double value) {
        return trxBytes((long) value);
    }

    /** Deletes use up the prepared rows. Updates need a number of rows that depends on the threads and the transaction size. */
    @Override
    public TableLife tableLife(String property) {
        return switch (kind) {
            case DELETE -> TableLife.RUN;
            case UPDATE -> TableLife.STEP;
            case INSERT, INSERT_SELECT -> TableLife.SWEEP;
        };
    }

    /** The value that was not given, {@code rowBytes} or {@code rows}, is {@code null}. */
    @Override
    public DisplayedSpec displayed() {
        Map<String, @Nullable Object> options = new LinkedHashMap<>();
        options.put("trxKind", kind.name().toLowerCase(Locale.ROOT).replace('_', '-'));
        options.put("trxBytes", trxBytes);
        options.put("rowBytes", rows > 0 ? null : rowBytes);
        options.put("rows", rows > 0 ? rows : null);
        options.put("trxCount", transactions);
        if (stamped) {
            options.put("stamp", true);
        }
        return new DisplayedSpec("largeTransaction", options);
    }
}
