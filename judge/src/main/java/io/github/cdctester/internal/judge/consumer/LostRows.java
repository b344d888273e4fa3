// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer;

import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.binlog.rows.RowTable;
import io.github.cdctester.internal.judge.consumer.ledger.RowLedger;
import io.github.cdctester.internal.judge.consumer.ledger.UnsettledStamps;
import io.github.cdctester.internal.judge.consumer.reference.LogPlaces;
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

/** Reads the log again and finds the table and key of the first row of each transaction that a consumer lacks. */
public final class LostRows extends ShapedRows {

    private static final int MAX = 1_000;

    private final Set<Long> lostStamps;
    private final LogPosition from;
    private final Map<String, TableShape> tables = new HashMap<>();

    /** Table and key of each transaction's first row, by stamp. Includes the transaction that is being read. */
    private final Map<Long, String> first = new TreeMap<>();

    private volatile int found;

    private LostRows(Set<Long> lostStamps, LogPosition from) {
        this.lostStamps = lostStamps;
        this.from = from;
    }

    static @Nullable LostRows setTables(LogPlaces places, List<RowLedger> consumers) {
        Set<Long> lost = new TreeSet<>();
        long place = Long.MAX_VALUE;
        for (RowLedger consumer : consumers) {
            UnsettledStamps unsettled = consumer.unsettled();
            unsettled.firstMissing().stream().limit(MAX).forEach(lost::add);
            place = Math.min(place, unsettled.firstPlace());
        }
        return lost.isEmpty() || place < 0 || places.isUnclear()
                ? null
                : new LostRows(lost, places.positionBefore((int) place));
    }

    /** Returns a log position at or before the first lost transaction. */
    public LogPosition from() {
        return from;
    }

    /** Sets the tables to search. Call it before the log is read. */
    public void setTables(Collection<TableShape> shapes) {
        for (TableShape shape : shapes) {
            TableShape stamps = shape.withStampOnly();
            if (stamps != null) {
                tables.put(stamps.name(), stamps);
            }
        }
    }

    /** Returns true if all lost transactions were found. Safe for any thread. */
    public boolean isDone() {
        return found == lostStamps.size();
    }

    /** Returns table and key of each transaction's first row, by stamp. Call it after the reader has ended. */
    Map<Long, String> first() {
        return first;
    }

    @Override
    public boolean accepts(RowTable table) {
        return tables.containsKey(table.name());
    }

    @Override
    protected @Nullable TableShape shape(RowTable table) {
        return tables.get(table.name());
    }

    @Override
    protected void changed(TableShape table, TableShape.@Nullable Row before, TableShape.@Nullable Row after) {
        if (after != null && lostStamps.contains(table.stamp(after))) {
            first.putIfAbsent(table.stamp(after), table.shortName() + " " + table.keyText(after));
        }
    }

    @Override
    public void onUnreadable(String table, String why) {}

    @Override
    public void onEnd(long high, long low, String tag, long number, long heartbeat) {
        found = first.size();
    }
}
