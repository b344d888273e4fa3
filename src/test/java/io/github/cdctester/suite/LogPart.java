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
 * Reduces a stream to the rows of one part of the server's binlog. All parts contain the transactions without rows, and the events outside
 * of transactions. Compressed rows are not supported.
 */
final class LogPart implements StreamFault, RowChangeSink {

    private static final int LENGTH_OFFSET = 9;

    private final int partIndex;
    private final int partCount;
    private final boolean isByTable;
    private final RowChanges rows = new RowChanges(this);
    private final RowCells cells = new RowCells();

    /** The keys are end positions in the server's current file. */
    private final TreeMap<Long, Long> positionsByServerPosition = new TreeMap<>();

    private boolean keepsServerPositions;
    private String file = "";
    private boolean isPositioned;
    private long offset;

    // state of the current rows event; a range is the {start, end} of a row
    private int firstRowIndex;
    private final List<int[]> rowRanges = new ArrayList<>();

    private LogPart(int partIndex, int partCount, boolean isByTable) {
        this.partIndex = partIndex;
        this.partCount = partCount;
        this.isByTable = isByTable;
    }

    /** Selects rows by the hash of their first column. */
    static LogPart ofRows(int partIndex, int partCount) {
        return new LogPart(partIndex, partCount, false);
    }

    /** Selects rows by the hash of their table's name. */
    static LogPart ofTables(int partIndex, int partCount) {
        return new LogPart(partIndex, partCount, true);
    }

    /** The positions then have gaps, but a reader can resume after any transaction. */
    LogPart keepServerPositions() {
        keepsServerPositions = true;
        return this;
    }

    @Override
    public void dumpBegins() {
        isPositioned = false;
    }

    @Override
    public void event(StreamEvent event, StreamOut out) throws IOException {
        if (keepsServerPositions) {
            out.event(event);
            return;
        }
        if (event.type() == StreamEvent.ROTATE) {
            rotate(event);
            out.event(event);
            return;
        }
        out.event(
                event.isFromLogFile()
                        ? withPosition(event)
                        : event.isHeartbeat() ? event.withEndPosition(offset) : event);
    }

    private void rotate(StreamEvent event) {
        ByteBuffer body = ByteBuffer.wrap(event.bytes()).order(ByteOrder.LITTLE_ENDIAN);
        String nextFile = new String(
                event.bytes(), StreamEvent.HEADER_BYTES + 8, event.bodyBytes() - 8, StandardCharsets.US_ASCII);
        if (!nextFile.equals(file)) {
            file = nextFile;
            positionsByServerPosition.clear();
            offset = body.getLong(StreamEvent.HEADER_BYTES);
            positionsByServerPosition.put(offset, offset);
        }
    }

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
        boolean isInPart = transaction.events().stream().noneMatch(StreamEvent::isRows);
        List<StreamEvent> selectedEvents = new ArrayList<>();
        List<StreamEvent> leadingEvents = new ArrayList<>();
        long offsetBefore = offset;
        boolean isAfterRows = false;
        for (StreamEvent event : transaction.events()) {
            if (event.isRows()) {
                isAfterRows = true;
                StreamEvent selectedRows = selectRows(event);
                if (selectedRows != null) {
                    isInPart = true;
                    selectedEvents.addAll(leadingEvents);
                    leadingEvents.clear();
                    selectedEvents.add(selectedRows);
                }
            } else if (introducesRows(event)) {
                if (event.type() == StreamEvent.TABLE_MAP) {
                    readRows(event);
                }
                if (isAfterRows) {
                    leadingEvents.clear();
                    isAfterRows = false;
                }
                leadingEvents.add(event);
            } else {
                selectedEvents.add(event);
            }
        }
        if (isInPart) {
            out.transaction(new StreamTransaction(withPositions(selectedEvents, transaction)));
        } else {
            offset = offsetBefore;
        }
    }

    /** The positions start directly after the previous transaction. */
    private List<StreamEvent> withPositions(List<StreamEvent> events, StreamTransaction transaction) {
        StreamEvent firstEvent = transaction.events().get(0);
        long end = transaction.events().get(transaction.events().size() - 1).endPosition() & 0xFFFF_FFFFL;
        if (keepsServerPositions) {
            offset = end - events.stream().mapToLong(StreamEvent::length).sum();
        } else if (!isPositioned) {
            isPositioned = true;
            offset = positionsByServerPosition
                    .floorEntry((firstEvent.endPosition() & 0xFFFF_FFFFL) - firstEvent.length())
                    .getValue();
        }
        List<StreamEvent> repositionedEvents = new ArrayList<>();
        for (StreamEvent event : events) {
            offset += event.length();
            repositionedEvents.add(event.withEndPosition(offset));
        }
        positionsByServerPosition.put(end, offset);
        return List.copyOf(repositionedEvents);
    }

    private static boolean introducesRows(StreamEvent event) {
        int rowsQueryType = 29;
        int annotateType = 160;
        return event.type() == StreamEvent.TABLE_MAP || event.type() == rowsQueryType || event.type() == annotateType;
    }

    private StreamEvent selectRows(StreamEvent event) throws IOException {
        rowRanges.clear();
        firstRowIndex = 0;
        readRows(event);
        if (rowRanges.isEmpty()) {
            return null;
        }
        int length = firstRowIndex + event.checksumBytes();
        for (int[] row : rowRanges) {
            length += row[1] - row[0];
        }
        ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.put(event.bytes(), 0, firstRowIndex);
        for (int[] row : rowRanges) {
            bytes.put(event.bytes(), row[0], row[1] - row[0]);
        }
        bytes.putInt(LENGTH_OFFSET, length);
        return new StreamEvent(bytes.array(), event.checksumBytes()).withCorrectChecksum();
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
    public int onRow(RowTable table, RowKind kind, ByteBuffer buffer, int index, int end) {
        firstRowIndex = firstRowIndex == 0 ? index : firstRowIndex;
        int nextIndex = cells.read(table, buffer, index, end);
        if (nextIndex < 0) {
            return -1;
        }
        int hash = table.name().hashCode();
        if (!isByTable) {
            hash = 1;
            for (int i = 0; i < cells.length(0); i++) {
                hash = 31 * hash + buffer.get(cells.start(0) + i);
            }
        }
        if (kind == RowKind.UPDATE) {
            nextIndex = cells.read(table, buffer, nextIndex, end);
        }
        if (Math.floorMod(hash * 0x9E3779B9 >>> 7, partCount) == partIndex) {
            rowRanges.add(new int[] {index, nextIndex});
        }
        return nextIndex;
    }

    @Override
    public void onUnreadable(String table, String reason) {
        throw new IllegalStateException(table + ": " + reason);
    }
}
