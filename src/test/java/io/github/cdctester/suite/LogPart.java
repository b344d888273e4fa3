// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.fault.StreamEvent;
import io.github.cdctester.fault.StreamFault;
import io.github.cdctester.fault.StreamOut;
import io.github.cdctester.fault.StreamTransaction;
import io.github.cdctester.internal.binlog.event.StreamProtocolException;
import io.github.cdctester.internal.binlog.rows.RowCells;
import io.github.cdctester.internal.binlog.rows.RowChangeSink;
import io.github.cdctester.internal.binlog.rows.RowChanges;
import io.github.cdctester.internal.binlog.rows.RowKind;
import io.github.cdctester.internal.binlog.rows.RowTable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Divides a server's log into several logs by the hash of the first column, or of the table name. Events without rows
 * are in every part. Each part has continuous positions and correct checksums. Rows are not compressed.
 */
final class LogPart implements StreamFault, RowChangeSink {

    private static final int LENGTH_OFFSET = 9;

    private final int part;
    private final int parts;
    private final boolean byTable;
    private final RowChanges rows = new RowChanges(this);
    private final RowCells cells = new RowCells();

    /** Positions in this part by position in the server's log, for the current file. */
    private final TreeMap<Long, Long> positionsByServerPosition = new TreeMap<>();

    private boolean keepServerPositions;
    private String file = "";
    private boolean isPositioned;
    private long offset;

    // state of the current rows event; a range is {start, end} of a row
    private int firstRow;
    private final List<int[]> rowRanges = new ArrayList<>();

    private LogPart(int part, int parts, boolean byTable) {
        this.part = part;
        this.parts = parts;
        this.byTable = byTable;
    }

    /** Selects rows by the hash of their first column. */
    static LogPart ofRows(int part, int parts) {
        return new LogPart(part, parts, false);
    }

    /** Selects rows by the hash of their table's name. */
    static LogPart ofTables(int part, int parts) {
        return new LogPart(part, parts, true);
    }

    /**
     * Keeps the server's end position of each transaction, with gaps between them, so that a reader can resume after
     * any of them.
     */
    LogPart keepServerPositions() {
        keepServerPositions = true;
        return this;
    }

    @Override
    public void dumpBegins() {
        isPositioned = false;
    }

    @Override
    public void event(StreamEvent event, StreamOut out) throws IOException {
        if (keepServerPositions) {
            out.event(event);
            return;
        }
        if (event.type() == StreamEvent.ROTATE) {
            rotate(event);
            out.event(event);
            return;
        }
        out.event(event.isOfLog() ? withPosition(event) : event.isHeartbeat() ? event.withEndPosition(offset) : event);
    }

    private void rotate(StreamEvent event) {
        ByteBuffer body = ByteBuffer.wrap(event.bytes()).order(ByteOrder.LITTLE_ENDIAN);
        String next = new String(
                event.bytes(), StreamEvent.HEADER_BYTES + 8, event.bodyBytes() - 8, StandardCharsets.US_ASCII);
        if (!next.equals(file)) {
            file = next;
            positionsByServerPosition.clear();
            offset = body.getLong(StreamEvent.HEADER_BYTES);
            positionsByServerPosition.put(offset, offset);
        }
    }

    /** Returns an event of the log with its position in this part. */
    private StreamEvent withPosition(StreamEvent event) {
        long end = event.endPosition() & 0xFFFF_FFFFL;
        if (!isPositioned) {
            isPositioned = true;
            offset = positionsByServerPosition.floorEntry(end - event.length()).getValue();
        }
        offset += event.length();
        positionsByServerPosition.put(end, offset);
        return event.withEndPosition(offset);
    }

    @Override
    public void transaction(StreamTransaction transaction, StreamOut out) throws IOException {
        boolean hasPart = transaction.events().stream().noneMatch(StreamEvent::isRows);
        List<StreamEvent> eventsOfPart = new ArrayList<>();
        List<StreamEvent> leadingEvents = new ArrayList<>();
        long offsetBefore = offset;
        boolean afterRows = false;
        for (StreamEvent event : transaction.events()) {
            if (event.isRows()) {
                afterRows = true;
                StreamEvent partOfRows = rowsOfPart(event);
                if (partOfRows != null) {
                    hasPart = true;
                    eventsOfPart.addAll(leadingEvents);
                    leadingEvents.clear();
                    eventsOfPart.add(partOfRows);
                }
            } else if (isLead(event)) {
                if (event.type() == StreamEvent.TABLE_MAP) {
                    readRows(event);
                }
                if (afterRows) {
                    leadingEvents.clear();
                    afterRows = false;
                }
                leadingEvents.add(event);
            } else {
                eventsOfPart.add(event);
            }
        }
        if (hasPart) {
            out.transaction(new StreamTransaction(withPositions(eventsOfPart, transaction)));
        } else {
            offset = offsetBefore;
        }
    }

    /** Returns the events of a transaction with positions directly after the previous transaction. */
    private List<StreamEvent> withPositions(List<StreamEvent> events, StreamTransaction complete) {
        StreamEvent first = complete.events().get(0);
        long end = complete.events().get(complete.events().size() - 1).endPosition() & 0xFFFF_FFFFL;
        if (keepServerPositions) {
            offset = end - events.stream().mapToLong(StreamEvent::length).sum();
        } else if (!isPositioned) {
            isPositioned = true;
            offset = positionsByServerPosition
                    .floorEntry((first.endPosition() & 0xFFFF_FFFFL) - first.length())
                    .getValue();
        }
        List<StreamEvent> moved = new ArrayList<>();
        for (StreamEvent event : events) {
            offset += event.length();
            moved.add(event.withEndPosition(offset));
        }
        positionsByServerPosition.put(end, offset);
        return List.copyOf(moved);
    }

    /** Returns true for events that precede a statement's rows events and belong to them. */
    private static boolean isLead(StreamEvent event) {
        int rowsQuery = 29;
        int annotate = 160;
        return event.type() == StreamEvent.TABLE_MAP || event.type() == rowsQuery || event.type() == annotate;
    }

    private StreamEvent rowsOfPart(StreamEvent event) throws IOException {
        rowRanges.clear();
        firstRow = 0;
        readRows(event);
        if (rowRanges.isEmpty()) {
            return null;
        }
        int length = firstRow + event.checksumBytes();
        for (int[] row : rowRanges) {
            length += row[1] - row[0];
        }
        ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.put(event.bytes(), 0, firstRow);
        for (int[] row : rowRanges) {
            bytes.put(event.bytes(), row[0], row[1] - row[0]);
        }
        bytes.putInt(LENGTH_OFFSET, length);
        return new StreamEvent(bytes.array(), event.checksumBytes()).withRightChecksum();
    }

    private void readRows(StreamEvent event) throws IOException {
        try {
            rows.completeEvent(
                    ByteBuffer.wrap(event.bytes()).order(ByteOrder.LITTLE_ENDIAN),
                    0,
                    event.type(),
                    event.length(),
                    event.checksumBytes());
        } catch (StreamProtocolException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public boolean accepts(RowTable table) {
        return true;
    }

    @Override
    public int row(RowTable table, RowKind kind, ByteBuffer buffer, int index, int end) {
        firstRow = firstRow == 0 ? index : firstRow;
        int next = cells.read(table, buffer, index, end);
        if (next < 0) {
            return -1;
        }
        int hash = table.name().hashCode();
        if (!byTable) {
            hash = 1;
            for (int i = 0; i < cells.length(0); i++) {
                hash = 31 * hash + buffer.get(cells.start(0) + i);
            }
        }
        if (kind == RowKind.UPDATE) {
            next = cells.read(table, buffer, next, end);
        }
        if (Math.floorMod(hash * 0x9E3779B9 >>> 7, parts) == part) {
            rowRanges.add(new int[] {index, next});
        }
        return next;
    }

    @Override
    public void onUnreadable(String table, String reason) {
        throw new IllegalStateException(table + ": " + reason);
    }
}
