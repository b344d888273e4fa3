// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.rows;

import io.github.cdctester.internal.binlog.event.CompressedRows;
import io.github.cdctester.internal.binlog.event.EventBody;
import io.github.cdctester.internal.binlog.event.EventHeader;
import io.github.cdctester.internal.binlog.event.EventKind;
import io.github.cdctester.internal.binlog.event.StreamProtocolException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * Passes the row images of accepted tables to a {@link RowChangeSink}, row by row. An event of such a table is
 * collected completely, up to {@value #MAX_BYTES} bytes. For other tables, only the table id and the flags are read.
 */
public final class RowChanges implements EventBody {

    /** By default, servers start a new event after 8 KiB of rows, so only a huge row exceeds this limit. */
    public static final int MAX_BYTES = 64 << 20;

    private static final int INITIAL_BYTES = 64 * 1024;
    private static final int FLAGS_OFFSET = 25;
    private static final int STATEMENT_END_FLAG = 1;

    private final RowChangeSink sink;
    private final RowTables tables = new RowTables();
    private final RowEventHead head = new RowEventHead();
    private ByteBuffer collectedEvent = allocate(INITIAL_BYTES);
    private final CompressedRows compressedRows = new CompressedRows(MAX_BYTES);
    private boolean isCollecting;
    private int collectedBytes;
    private int type;
    private int eventBytes;

    /** One object is for the stream or for the events inside its payloads. */
    public RowChanges(RowChangeSink sink) {
        this.sink = sink;
    }

    @Override
    public boolean accepts(int eventType) {
        return eventType == EventKind.TABLE_MAP || RowEventType.of(eventType) != null;
    }

    @Override
    public void completeEvent(ByteBuffer buffer, int index, int eventType, int length, int checksumBytes)
            throws StreamProtocolException {
        type = eventType;
        processEvent(buffer, index, length - checksumBytes);
    }

    @Override
    public void begin(ByteBuffer buffer, int index, int prefixBytes, EventHeader event) throws StreamProtocolException {
        isCollecting = false;
        type = event.type();
        if (!accepts(type)) {
            return;
        }
        long bytes = event.length() - event.checksumBytes();
        if (prefixBytes >= bytes) {
            processEvent(buffer, index, (int) bytes);
            return;
        }
        if (type != EventKind.TABLE_MAP && prefixBytes >= RowTableParser.DEFINITION_OFFSET) {
            RowTable table = tables.get(RowEventHead.tableId(buffer, index));
            if (table == null || !sink.accepts(table)) {
                reportStatementEnd(buffer, index);
                return;
            }
            if (bytes > MAX_BYTES) {
                sink.onUnreadable(table.name(), "one of its events has " + bytes + " bytes");
                reportStatementEnd(buffer, index);
            }
        }
        if (bytes > MAX_BYTES) {
            return;
        }
        isCollecting = true;
        collectedBytes = 0;
        eventBytes = (int) bytes;
        append(buffer, index, prefixBytes);
    }

    @Override
    public void append(ByteBuffer buffer, int index, int bytes) {
        int copiedBytes = isCollecting ? Math.min(bytes, eventBytes - collectedBytes) : 0;
        if (copiedBytes <= 0) {
            return;
        }
        if (collectedBytes + copiedBytes > collectedEvent.capacity()) {
            // grows gradually, because the length in the header may be wrong
            ByteBuffer larger = allocate(Math.min(MAX_BYTES, 2 * (collectedBytes + copiedBytes)));
            larger.put(0, collectedEvent, 0, collectedBytes);
            collectedEvent = larger;
        }
        collectedEvent.put(collectedBytes, buffer, index, copiedBytes);
        collectedBytes += copiedBytes;
    }

    @Override
    public void end() throws StreamProtocolException {
        if (isCollecting) {
            isCollecting = false;
            processEvent(collectedEvent, 0, collectedBytes);
        }
    }

    private void processEvent(ByteBuffer buffer, int index, int bytes) throws StreamProtocolException {
        RowEventType rowsType = RowEventType.of(type);
        if (rowsType == null) {
            tables.onTableMap(buffer, index, bytes, true);
            return;
        }
        if (!head.read(buffer, index, bytes, rowsType.hasExtra(), rowsType.isUpdate())) {
            throw new StreamProtocolException("a rows event of " + bytes + " bytes, without its head");
        }
        RowTable table = tables.get(head.tableId());
        if (table != null && sink.accepts(table)) {
            passEvent(table, rowsType, buffer, index + bytes);
        }
        reportStatementEnd(buffer, index);
    }

    /** Reports the end of a statement. Its last rows event may belong to a table that is not accepted, such as a trigger's table. */
    private void reportStatementEnd(ByteBuffer buffer, int index) {
        if ((buffer.getShort(index + FLAGS_OFFSET) & STATEMENT_END_FLAG) != 0) {
            sink.onStatementEnd();
        }
    }

    private void passEvent(RowTable table, RowEventType rowsType, ByteBuffer buffer, int end)
            throws StreamProtocolException {
        String reasonUnreadable = reasonUnreadable(rowsType, table, buffer, end);
        if (reasonUnreadable != null) {
            sink.onUnreadable(table.name(), reasonUnreadable);
        } else if (rowsType.isCompressed()) {
            int length = compressedRows.inflate(buffer, head.rowsIndex(), end);
            passRows(table, rowsType, compressedRows.rows(), 0, length);
        } else {
            passRows(table, rowsType, buffer, head.rowsIndex(), end);
        }
    }

    private @Nullable String reasonUnreadable(RowEventType rowsType, RowTable table, ByteBuffer buffer, int end)
            throws StreamProtocolException {
        if (rowsType == RowEventType.PARTIAL_UPDATE) {
            return "its updates are partial: binlog_row_value_options must be empty";
        }
        if (!table.isKnown() || table.columnCount() != head.columnCount()) {
            return "it has columns of an unknown type";
        }
        if (!hasAllColumns(buffer, head.bitmapIndex(0))
                || rowsType.isUpdate() && !hasAllColumns(buffer, head.bitmapIndex(1))) {
            return "its row images lack columns: binlog_row_image must be FULL";
        }
        long bytes = rowsType.isCompressed() ? CompressedRows.length(buffer, head.rowsIndex(), end) : 0;
        return bytes > MAX_BYTES ? "one of its events has " + bytes + " bytes" : null;
    }

    private boolean hasAllColumns(ByteBuffer buffer, int bitmapIndex) {
        for (int column = 0; column < head.columnCount(); column++) {
            if ((buffer.get(bitmapIndex + (column >> 3)) >> (column & 7) & 1) == 0) {
                return false;
            }
        }
        return true;
    }

    private void passRows(RowTable table, RowEventType rowsType, ByteBuffer buffer, int from, int end)
            throws StreamProtocolException {
        int index = from;
        while (index < end) {
            index = sink.onRow(table, rowsType.kind(), buffer, index, end);
            if (index < 0) {
                throw new StreamProtocolException("a row image that extends beyond the end of its event");
            }
        }
    }

    private static ByteBuffer allocate(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
