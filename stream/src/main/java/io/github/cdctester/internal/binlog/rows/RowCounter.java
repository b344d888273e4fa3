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
 * Counts the exact number of rows in rows events. Uses division for rows of equal length, else {@link RowWalker}. Allocates nothing
 * for a repeated TABLE_MAP, or for a rows event similar to the previous one.
 */
public final class RowCounter implements EventBody {

    /** Limits a table definition, and the head of a rows event. */
    private static final int MAX_HEAD_BYTES = 16 * 1024;

    private static final int NOT_COUNTED = -1;

    private enum Mode {
        SKIP,
        /** The head is not yet complete. */
        COLLECT,
        WALK,
        INFLATE
    }

    private final RowSink sink;
    private final RowTables tables = new RowTables();
    private final RowEventHead head = new RowEventHead();
    private final RowWalker walker = new RowWalker();
    private @Nullable RowInflater inflater;
    private @Nullable ByteBuffer collectedHead;

    private int collectedBytes;

    private Mode mode = Mode.SKIP;
    private int type;
    private long length;
    private long remainingBytes;
    private @Nullable RowEventType rowsType;
    private @Nullable RowTable table;
    private long rows;

    public RowCounter(RowSink sink) {
        this.sink = sink;
    }

    @Override
    public boolean accepts(int eventType) {
        return eventType == EventKind.TABLE_MAP || RowEventType.of(eventType) != null;
    }

    @Override
    public void completeEvent(ByteBuffer buffer, int index, int eventType, int eventLength, int checksumBytes)
            throws StreamProtocolException {
        RowEventType rowsEvent = RowEventType.of(eventType);
        int bytes = eventLength - checksumBytes;
        if (rowsEvent == null) {
            tables.onTableMap(buffer, index, bytes, true);
            return;
        }
        if (rowsEvent.isOrdinary() && bytes >= RowEventHead.EXTRA_OFFSET) {
            RowTable rowTable = tables.get(RowEventHead.tableId(buffer, index));
            if (rowTable != null) {
                RowsPattern pattern = rowTable.pattern(rowsEvent);
                long rowCount = pattern == null ? NOT_COUNTED : pattern.rows(buffer, index, bytes);
                if (rowCount == NOT_COUNTED) {
                    rowCount = countRows(buffer, index, bytes, rowTable, rowsEvent);
                }
                if (rowCount > 0) {
                    sink.onRows(rowTable.name(), rowsEvent.kind(), rowCount);
                    return;
                }
            }
        }
        // all other events are rare or invalid
        begin(buffer, index, eventLength, eventType, eventLength, checksumBytes);
        end();
    }

    private long countRows(ByteBuffer buffer, int index, int bytes, RowTable rowTable, RowEventType rowsEvent) {
        boolean isUpdate = rowsEvent.isUpdate();
        if (!head.read(buffer, index, bytes, rowsEvent.hasExtra(), isUpdate)
                || !rowTable.isKnown()
                || rowTable.columnCount() != head.columnCount()) {
            return NOT_COUNTED;
        }
        long rowCount = WholeRows.count(buffer, head, index + bytes, rowTable, isUpdate);
        if (rowCount > 0) {
            RowsPattern pattern = rowTable.pattern(rowsEvent);
            if (pattern == null) {
                pattern = tables.addPattern(rowTable, rowsEvent);
            }
            if (pattern != null) {
                pattern.store(buffer, index, bytes, head, rowTable, isUpdate, rowCount);
            }
        }
        return rowCount;
    }

    @Override
    public void begin(ByteBuffer buffer, int index, int prefixBytes, EventHeader event) throws StreamProtocolException {
        begin(buffer, index, prefixBytes, event.type(), event.length(), event.checksumBytes());
    }

    private void begin(
            ByteBuffer buffer, int index, int prefixBytes, int eventType, long eventLength, int checksumBytes)
            throws StreamProtocolException {
        mode = Mode.SKIP;
        type = eventType;
        rowsType = RowEventType.of(type);
        if (rowsType == null && type != EventKind.TABLE_MAP) {
            return;
        }
        table = null;
        rows = 0;
        length = eventLength;
        remainingBytes = length - checksumBytes;
        int bytes = (int) Math.max(0, Math.min(prefixBytes, remainingBytes));
        remainingBytes -= bytes;
        if (!readHead(buffer, index, bytes, remainingBytes == 0) && remainingBytes > 0) {
            mode = Mode.COLLECT;
            collectedBytes = 0;
            remainingBytes += bytes;
            collectMore(buffer, index, bytes);
        }
    }

    @Override
    public void append(ByteBuffer buffer, int index, int bytes) throws StreamProtocolException {
        if (mode == Mode.SKIP) {
            return;
        }
        int usedBytes = (int) Math.min(bytes, remainingBytes);
        if (usedBytes > 0 && mode == Mode.COLLECT) {
            collectMore(buffer, index, usedBytes);
        } else if (usedBytes > 0) {
            remainingBytes -= usedBytes;
            processRows(buffer, index, usedBytes);
        }
    }

    @Override
    public void end() throws StreamProtocolException {
        RowEventType endedType = rowsType;
        rowsType = null;
        if (endedType == null) {
            return;
        }
        boolean isCounted = table != null;
        if (mode == Mode.WALK) {
            rows = walker.finish();
        } else if (mode == Mode.INFLATE) {
            isCounted = inflater().finish();
            rows = isCounted ? walker.finish() : 0;
        }
        mode = Mode.SKIP;
        if (!isCounted || table == null) {
            sink.onUnknownRows(type, length);
        } else if (rows > 0) {
            sink.onRows(table.name(), endedType.kind(), rows);
        }
    }

    private void collectMore(ByteBuffer buffer, int index, int bytes) throws StreamProtocolException {
        ByteBuffer headBuffer = collectedHead;
        if (headBuffer == null) {
            headBuffer = ByteBuffer.allocate(MAX_HEAD_BYTES).order(ByteOrder.LITTLE_ENDIAN);
            collectedHead = headBuffer;
        }
        int copiedBytes = Math.min(bytes, MAX_HEAD_BYTES - collectedBytes);
        headBuffer.put(collectedBytes, buffer, index, copiedBytes);
        collectedBytes += copiedBytes;
        remainingBytes -= copiedBytes;
        if (remainingBytes == 0 || collectedBytes == MAX_HEAD_BYTES) {
            mode = Mode.SKIP;
            readHead(headBuffer, 0, collectedBytes, true);
            remainingBytes -= bytes - copiedBytes;
            processRows(buffer, index + copiedBytes, bytes - copiedBytes);
        }
    }

    /** Returns false if a table, or an event's head, needs more bytes. */
    private boolean readHead(ByteBuffer buffer, int index, int bytes, boolean isWhole) throws StreamProtocolException {
        RowEventType rowsEvent = rowsType;
        if (rowsEvent == null) {
            return tables.onTableMap(buffer, index, bytes, isWhole);
        }
        if (!head.read(buffer, index, bytes, rowsEvent.hasExtra(), rowsEvent.isUpdate())) {
            return false;
        }
        int areaBytes = index + bytes - head.rowsIndex();
        RowTable rowTable = tables.get(head.tableId());
        if (rowTable == null && areaBytes + remainingBytes == 0) {
            rowsType = null; // an event without rows and table, which only ends a statement
        } else if (rowTable != null && rowTable.isKnown() && rowTable.columnCount() == head.columnCount()) {
            table = rowTable;
            startRows(rowTable, rowsEvent, buffer, areaBytes + remainingBytes);
            processRows(buffer, head.rowsIndex(), areaBytes);
        }
        return true;
    }

    private void startRows(RowTable rowTable, RowEventType rowsEvent, ByteBuffer buffer, long areaBytes)
            throws StreamProtocolException {
        walker.start(
                rowTable.image(0, buffer, head),
                rowsEvent.isUpdate() ? rowTable.image(1, buffer, head) : null,
                rowsEvent == RowEventType.PARTIAL_UPDATE ? rowTable.jsonColumnCount() : -1);
        long rowBytes = walker.fixedRowBytes();
        if (rowBytes == 0) {
            // with binlog_row_image=MINIMAL, rows of defaults have no bytes; the server applies one row
            rows = 1;
        } else if (rowsEvent.isCompressed()) {
            mode = Mode.INFLATE;
            inflater().start();
        } else if (rowBytes < 0) {
            mode = Mode.WALK;
        } else if (areaBytes % rowBytes != 0) {
            throw new StreamProtocolException("rows of " + rowBytes + " bytes in an area of " + areaBytes);
        } else {
            rows = areaBytes / rowBytes;
        }
    }

    private void processRows(ByteBuffer buffer, int index, int bytes) throws StreamProtocolException {
        if (mode == Mode.WALK) {
            walker.walk(buffer, index, bytes);
        } else if (mode == Mode.INFLATE) {
            inflater().inflate(buffer, index, bytes);
        }
    }

    private RowInflater inflater() {
        RowInflater existingInflater = inflater;
        if (existingInflater == null) {
            existingInflater = new RowInflater(walker);
            inflater = existingInflater;
        }
        return existingInflater;
    }
}
