// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.rows;

import io.github.cdctester.internal.binlog.event.EventBody;
import io.github.cdctester.internal.binlog.event.EventHeader;
import io.github.cdctester.internal.binlog.event.EventKind;
import io.github.cdctester.internal.binlog.event.StreamProtocolException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * Counts the rows of rows events, exactly. Tables are stored from their TABLE_MAP events. Rows of equal length are counted by
 * division, other rows by {@link RowWalker walking}, MariaDB's compressed rows by {@link RowInflater inflating}. Nothing is
 * allocated for a rows event like the previous one, or for a repeated TABLE_MAP.
 */
public final class RowCounter implements EventBody {

    /** The longest definition that a table can have, and as much of a rows event as its rows may be preceded by. */
    private static final int MAX_HEAD = 16 * 1024;

    private static final int NOT_COUNTED = -1;

    /** The use of the present event's bytes. */
    private enum Mode {
        /** They are of no interest, or no longer. */
        PASS,
        /** They are put together until the head is there. */
        COLLECT,
        WALK,
        INFLATE
    }

    private final RowSink sink;
    private final RowTables tables = new RowTables();
    private final RowEventHead head = new RowEventHead();
    private final RowWalker walker = new RowWalker();
    private @Nullable RowInflater inflater;
    private @Nullable ByteBuffer collected;

    private int collectedBytes;

    private Mode mode = Mode.PASS;
    private int type;
    private long length;
    private long remaining;
    private @Nullable RowEventType rowsType;
    private @Nullable RowTable table;
    private long rows;

    /** Creates a counter for one stream. */
    public RowCounter(RowSink sink) {
        this.sink = sink;
    }

    @Override
    public boolean accepts(int eventType) {
        return eventType == EventKind.TABLE_MAP || RowEventType.of(eventType) != null;
    }

    @Override
    public void whole(ByteBuffer buffer, int at, int eventType, int eventLength, int checksumBytes)
            throws StreamProtocolException {
        RowEventType rowsEvent = RowEventType.of(eventType);
        int count = eventLength - checksumBytes;
        if (rowsEvent == null) {
            tables.announced(buffer, at, count, true);
            return;
        }
        if (rowsEvent.isOrdinary() && count >= RowEventHead.EXTRA) {
            RowTable announced = tables.get(RowEventHead.tableId(buffer, at));
            if (announced != null) {
                RowsPattern pattern = announced.pattern(rowsEvent);
                long counted = pattern == null ? NOT_COUNTED : pattern.rows(buffer, at, count);
                if (counted == NOT_COUNTED) {
                    counted = countRows(buffer, at, count, announced, rowsEvent);
                }
                if (counted > 0) {
                    sink.rows(announced.name(), rowsEvent.kind(), counted);
                    return;
                }
            }
        }
        // the rest is rare, or invalid
        begin(buffer, at, eventLength, eventType, eventLength, checksumBytes);
        end();
    }

    private long countRows(ByteBuffer buffer, int at, int count, RowTable announced, RowEventType rowsEvent) {
        boolean isUpdate = rowsEvent.isUpdate();
        if (!head.read(buffer, at, count, rowsEvent.hasExtra(), isUpdate)
                || !announced.isKnown()
                || announced.columnCount() != head.width()) {
            return NOT_COUNTED;
        }
        long counted = WholeRows.count(buffer, head, at + count, announced, isUpdate);
        if (counted > 0) {
            RowsPattern pattern = announced.pattern(rowsEvent);
            if (pattern == null) {
                pattern = tables.begin(announced, rowsEvent);
            }
            if (pattern != null) {
                pattern.take(buffer, at, count, head, announced, isUpdate, counted);
            }
        }
        return counted;
    }

    @Override
    public void begin(ByteBuffer buffer, int at, int prefix, EventHeader event) throws StreamProtocolException {
        begin(buffer, at, prefix, event.type(), event.length(), event.checksumBytes());
    }

    private void begin(ByteBuffer buffer, int at, int prefix, int eventType, long eventLength, int checksumBytes)
            throws StreamProtocolException {
        mode = Mode.PASS;
        type = eventType;
        rowsType = RowEventType.of(type);
        if (rowsType == null && type != EventKind.TABLE_MAP) {
            return;
        }
        table = null;
        rows = 0;
        length = eventLength;
        remaining = length - checksumBytes;
        int count = (int) Math.max(0, Math.min(prefix, remaining));
        remaining -= count;
        if (!readHead(buffer, at, count, remaining == 0) && remaining > 0) {
            mode = Mode.COLLECT;
            collectedBytes = 0;
            remaining += count;
            collectMore(buffer, at, count);
        }
    }

    @Override
    public void more(ByteBuffer buffer, int at, int count) throws StreamProtocolException {
        if (mode == Mode.PASS) {
            return;
        }
        int counted = (int) Math.min(count, remaining);
        if (counted > 0 && mode == Mode.COLLECT) {
            collectMore(buffer, at, counted);
        } else if (counted > 0) {
            remaining -= counted;
            area(buffer, at, counted);
        }
    }

    @Override
    public void end() throws StreamProtocolException {
        RowEventType ended = rowsType;
        rowsType = null;
        if (ended == null) {
            return;
        }
        boolean known = table != null;
        if (mode == Mode.WALK) {
            rows = walker.finish();
        } else if (mode == Mode.INFLATE) {
            known = inflater().isFinished();
            rows = known ? walker.finish() : 0;
        }
        mode = Mode.PASS;
        if (!known || table == null) {
            sink.unknownRows(type, length);
        } else if (rows > 0) {
            sink.rows(table.name(), ended.kind(), rows);
        }
    }

    private void collectMore(ByteBuffer buffer, int at, int count) throws StreamProtocolException {
        ByteBuffer bytes = collected;
        if (bytes == null) {
            bytes = ByteBuffer.allocate(MAX_HEAD).order(ByteOrder.LITTLE_ENDIAN);
            collected = bytes;
        }
        int copied = Math.min(count, MAX_HEAD - collectedBytes);
        bytes.put(collectedBytes, buffer, at, copied);
        collectedBytes += copied;
        remaining -= copied;
        if (remaining == 0 || collectedBytes == MAX_HEAD) {
            mode = Mode.PASS;
            readHead(bytes, 0, collectedBytes, true);
            remaining -= count - copied;
            area(buffer, at + copied, count - copied);
        }
    }

    /** Reads the part before the rows, and starts with the rows; returns false if more bytes are needed. */
    private boolean readHead(ByteBuffer buffer, int at, int count, boolean isAll) throws StreamProtocolException {
        RowEventType rowsEvent = rowsType;
        if (rowsEvent == null) {
            return tables.announced(buffer, at, count, isAll);
        }
        if (!head.read(buffer, at, count, rowsEvent.hasExtra(), rowsEvent.isUpdate())) {
            return false;
        }
        int there = at + count - head.rows();
        RowTable announced = tables.get(head.tableId());
        if (announced == null && there + remaining == 0) {
            rowsType = null; // ends a statement, and has no table
        } else if (announced != null && announced.isKnown() && announced.columnCount() == head.width()) {
            table = announced;
            start(announced, rowsEvent, buffer, there + remaining);
            area(buffer, head.rows(), there);
        }
        return true;
    }

    private void start(RowTable announced, RowEventType rowsEvent, ByteBuffer buffer, long areaBytes)
            throws StreamProtocolException {
        RowImage first = announced.image(0);
        first.prepare(buffer, head.bitmap(0));
        RowImage second = null;
        if (rowsEvent.isUpdate()) {
            second = announced.image(1);
            second.prepare(buffer, head.bitmap(1));
        }
        walker.start(first, second, rowsEvent == RowEventType.PARTIAL_UPDATE ? announced.jsonColumns() : -1);
        long fixed = walker.fixedRowBytes();
        if (fixed == 0) {
            // rows of defaults only, with binlog_row_image=MINIMAL: any number of them looks as one, which is applied
            rows = 1;
        } else if (rowsEvent.isCompressed()) {
            mode = Mode.INFLATE;
            inflater().start();
        } else if (fixed < 0) {
            mode = Mode.WALK;
        } else if (areaBytes % fixed != 0) {
            throw new StreamProtocolException("rows of " + fixed + " bytes in an area of " + areaBytes);
        } else {
            rows = areaBytes / fixed;
        }
    }

    private void area(ByteBuffer buffer, int at, int count) throws StreamProtocolException {
        if (mode == Mode.WALK) {
            walker.walk(buffer, at, count);
        } else if (mode == Mode.INFLATE) {
            inflater().inflate(buffer, at, count);
        }
    }

    private RowInflater inflater() {
        RowInflater existing = inflater;
        if (existing == null) {
            existing = new RowInflater(walker);
            inflater = existing;
        }
        return existing;
    }
}
