// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer;

import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.binlog.rows.RowTable;
import io.github.cdctester.internal.judge.consumer.ledger.RowLedger;
import io.github.cdctester.internal.judge.consumer.ledger.UnsettledStamps;
import io.github.cdctester.internal.judge.consumer.reference.LogPositions;
import io.github.cdctester.internal.judge.replay.ShapedRows;
import io.github.cdctester.internal.judge.replay.TableShape;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Reads the log again to find the first row of each lost transaction, up to {@value #MAX_STAMPS_PER_CONSUMER} per consumer. */
public final class LostRows extends ShapedRows {

    private static final int MAX_STAMPS_PER_CONSUMER = 1_000;

    private final Set<Long> lostStamps;
    private final LogPosition startPosition;
    private final Map<String, TableShape> tables = new HashMap<>();

    /** By stamp. Includes the transaction that is being read. */
    private final Map<Long, String> firstRows = new TreeMap<>();

    private volatile int foundCount;

    private LostRows(Set<Long> lostStamps, LogPosition from) {
        this.lostStamps = lostStamps;
        this.startPosition = from;
    }

    static @Nullable LostRows of(LogPositions positions, List<RowLedger> consumers) {
        Set<Long> lost = new TreeSet<>();
        long index = Long.MAX_VALUE;
        for (RowLedger consumer : consumers) {
            UnsettledStamps unsettled = consumer.unsettled();
            unsettled.firstMissing().limit(MAX_STAMPS_PER_CONSUMER).forEach(lost::add);
            index = Math.min(index, unsettled.firstIndex());
        }
        return lost.isEmpty() || index < 0 || positions.isUnclear()
                ? null
                : new LostRows(lost, positions.positionBefore((int) index));
    }

    /** Returns a log position at or before the start of the first lost transaction. */
    public LogPosition startPosition() {
        return startPosition;
    }

    /** Call it before the log is read. */
    public void setTables(Collection<TableShape> shapes) {
        for (TableShape shape : shapes) {
            TableShape stampShape = shape.withStampOnly();
            if (stampShape != null) {
                tables.put(stampShape.name(), stampShape);
            }
        }
    }

    /** Safe for any thread. */
    public boolean isDone() {
        return foundCount == lostStamps.size();
    }

    /** Returns table and key of each first row, by stamp. Call it after the reader has ended. */
    Map<Long, String> firstRows() {
        return firstRows;
    }

    @Override
    protected @Nullable TableShape shape(RowTable table) {
        return tables.get(table.name());
    }

    @Override
    protected void onRowChange(TableShape table, TableShape.@Nullable Row before, TableShape.@Nullable Row after) {
        if (after != null && lostStamps.contains(table.stamp(after))) {
            firstRows.putIfAbsent(table.stamp(after), table.shortName() + " " + table.keyText(after));
        }
    }

    @Override
    public void onUnreadable(String table, String reason) {}

    @Override
    public void onEnd(long high, long low, String tag, long number, long heartbeat) {
        foundCount = firstRows.size();
    }
}
