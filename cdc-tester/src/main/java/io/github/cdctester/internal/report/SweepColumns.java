// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.internal.report.SweepColumn.Group;
import io.github.cdctester.result.SweepResult;
import io.github.cdctester.result.SweepResult.SweepRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a sweep's table: first those of the test that PolarDB-X has published for its CDC nodes (tpmC, QPS or the
 * transaction's size, then DT, BPS, EPS and TPS), then more of ours. Columns that would be empty are left out.
 */
public final class SweepColumns {

    private static final double MB = 1e6;

    private SweepColumns() {}

    /** All but the first, which is the axis. */
    public static List<SweepColumn> of(SweepResult sweep) {
        List<SweepColumn> columns = new ArrayList<>();
        columns.addAll(published(sweep));
        columns.addAll(more());
        columns.addAll(large());
        columns.removeIf(column -> column.group() != Group.PUBLISHED && !column.isIn(sweep.table()));
        return columns;
    }

    /**
     * The head of the first column.
     *
     * @return such as {@code threads} or {@code trx size}
     */
    public static String axis(SweepResult sweep) {
        return switch (sweep.axis()) {
            case "rate" -> "rate";
            case "trxSize" -> "trx size";
            default -> sweep.axis();
        };
    }

    private static List<SweepColumn> published(SweepResult sweep) {
        List<SweepColumn> columns = new ArrayList<>();
        if (sweep.axis().equals("rate")) {
            columns.add(SweepColumn.number(Group.PUBLISHED, "reached", "write.transactionsPerSecond", 1, 1));
        }
        if (has(sweep, "write.newOrdersPerMinute")) {
            columns.add(SweepColumn.number(Group.PUBLISHED, "new orders/min", "write.newOrdersPerMinute", 1, 1));
        }
        if (has(sweep, "transactionBytes")) {
            columns.add(SweepColumn.number(Group.PUBLISHED, "trx MB", "transactionBytes", MB, 2));
        }
        if (columns.isEmpty() || sweep.axis().equals("rate") || sweep.background() != null) {
            columns.add(SweepColumn.number(Group.PUBLISHED, "QPS", "write.queriesPerSecond", 1, 1));
        }
        columns.add(SweepColumn.number(Group.PUBLISHED, "DT ms", "cdc.delay.meanMillis", 1, 3));
        columns.add(SweepColumn.number(Group.PUBLISHED, "BPS MB/s", "cdc.bytesPerSecond", MB, 2));
        if (has(sweep, "large.passingBytesPerSecond")) {
            columns.add(SweepColumn.number(Group.PUBLISHED, "passing MB/s", "large.passingBytesPerSecond", MB, 2));
        }
        columns.add(SweepColumn.number(Group.PUBLISHED, "EPS", "cdc.eventsPerSecond", 1, 1));
        columns.add(SweepColumn.number(Group.PUBLISHED, "TPS", "cdc.transactionsPerSecond", 1, 1));
        return columns;
    }

    private static List<SweepColumn> more() {
        return List.of(
                SweepColumn.number(Group.MORE, "DT p50", "cdc.delay.p50Millis", 1, 3),
                SweepColumn.number(Group.MORE, "DT p99", "cdc.delay.p99Millis", 1, 3),
                SweepColumn.number(Group.MORE, "DT max", "cdc.delay.maxMillis", 1, 3),
                SweepColumn.number(Group.MORE, "ev/trx", "eventsPerTransaction", 1, 2),
                SweepColumn.number(Group.MORE, "B/trx", "bytesPerTransaction", 1, 1),
                SweepColumn.number(Group.MORE, "rows/s", "cdc.rowsPerSecond", 1, 1),
                SweepColumn.number(Group.MORE, "CPU s", "tester.cpuSeconds", 1, 2),
                SweepColumn.number(Group.MORE, "catch-up s", "catchUpSeconds", 1, 2),
                SweepColumn.text(Group.MORE, "limit", SweepColumns::limit),
                SweepColumn.text(Group.MORE, "rest s", SweepColumns::settleSeconds),
                SweepColumn.text(Group.MORE, "verdict", SweepRow::verdict));
    }

    private static List<SweepColumn> large() {
        return List.of(
                SweepColumn.number(Group.LARGE, "DT 1st byte", "large.firstByteMillis", 1, 1),
                SweepColumn.number(Group.LARGE, "DT last byte", "large.lastByteMillis", 1, 1),
                SweepColumn.number(Group.LARGE, "passing", "large.passingMillis", 1, 1),
                SweepColumn.number(Group.LARGE, "others p50", "large.othersDuring.p50Millis", 1, 1),
                SweepColumn.number(Group.LARGE, "others p99", "large.othersDuring.p99Millis", 1, 1),
                SweepColumn.number(Group.LARGE, "others max", "large.othersDuring.maxMillis", 1, 1),
                SweepColumn.number(Group.LARGE, "else p99", "large.othersElse.p99Millis", 1, 1));
    }

    private static @Nullable String limit(SweepRow row) {
        SweepRow.LimitedBy limitedBy = row.limitedBy();
        if (limitedBy == null) {
            return row.runs() == 0 ? null : "?";
        }
        return switch (limitedBy) {
            case NONE -> "none";
            case SERVER -> "server";
            case TESTER -> "tester";
        };
    }

    private static @Nullable String settleSeconds(SweepRow row) {
        Double seconds = row.settleSeconds();
        return seconds == null ? null : String.format(Locale.ROOT, "%.1f", seconds);
    }

    private static boolean has(SweepResult sweep, String value) {
        return sweep.table().stream().anyMatch(row -> row.values().containsKey(value));
    }
}
