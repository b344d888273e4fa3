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

    private static final int LENGTH = 9;

    private final int part;
    private final int parts;
    private final boolean byTable;
    private final RowChanges rows = new RowChanges(this);
    private final RowCells cells = new RowCells();

    /** Positions in this part by position in the server's log, for the current file. */
    private final TreeMap<Long, Long> places = new TreeMap<>();

    private boolean atServersPlaces;
    private String file = "";
    private boolean placed;
    private long offset;

    // of the current rows event
    private int firstRow;
    private final List<int[]> kept = new ArrayList<>();

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
    LogPart atServersPlaces() {
        atServersPlaces = true;
        return this;
    }

    @Override
    public void dumpBegins() {
        placed = false;
    }

    @Override
    public void event(StreamEvent event, StreamOut out) throws IOException {
        if (atServersPlaces) {
            out.event(event);
            return;
        }
        if (event.type() == StreamEvent.ROTATE) {
            rotate(event);
            out.event(event);
            return;
        }
        out.event(event.isOfLog() ? place(event) : event.isHeartbeat() ? event.withEndPosition(offset) : event);
    }

    private void rotate(StreamEvent event) {
        ByteBuffer body = ByteBuffer.wrap(event.bytes()).order(ByteOrder.LITTLE_ENDIAN);
        String next = new String(
                event.bytes(), StreamEvent.HEADER_BYTES + 8, event.bodyBytes() - 8, StandardCharsets.US_ASCII);
        if (!next.equals(file)) {
            file = next;
            places.clear();
            offset = body.getLong(StreamEvent.HEADER_BYTES);
            places.put(offset, offset);
        }
    }

    /** Assigns an event its position in this part. */
    private StreamEvent place(StreamEvent event) {
        long end = event.endPosition() & 0xFFFF_FFFFL;
        if (!placed) {
            placed = true;
            offset = places.floorEntry(end - event.length()).getValue();
        }
        offset += event.length();
        places.put(end, offset);
        return event.withEndPosition(offset);
    }

    @Override
    public void transaction(StreamTransaction transaction, StreamOut out) throws IOException {
        boolean any = transaction.events().stream().noneMatch(StreamEvent::isRows);
        List<StreamEvent> left = new ArrayList<>();
        List<StreamEvent> lead = new ArrayList<>();
        long began = offset;
        boolean afterRows = false;
        for (StreamEvent event : transaction.events()) {
            if (event.isRows()) {
                afterRows = true;
                StreamEvent some = rowsOfPart(event);
                if (some != null) {
                    any = true;
                    left.addAll(lead);
                    lead.clear();
                    left.add(some);
                }
            } else if (isLead(event)) {
                if (event.type() == StreamEvent.TABLE_MAP) {
                    readRows(event);
                }
                if (afterRows) {
                    lead.clear();
                    afterRows = false;
                }
                lead.add(event);
            } else {
                left.add(event);
            }
        }
        if (any) {
            out.transaction(new StreamTransaction(placed(left, transaction)));
        } else {
            offset = began;
        }
    }

    /** Assigns positions to the events of a transaction, directly after the previous transaction. */
    private List<StreamEvent> placed(List<StreamEvent> events, StreamTransaction complete) {
        StreamEvent first = complete.events().get(0);
        long end = complete.events().get(complete.events().size() - 1).endPosition() & 0xFFFF_FFFFL;
        if (atServersPlaces) {
            offset = end - events.stream().mapToLong(StreamEvent::length).sum();
        } else if (!placed) {
            placed = true;
            offset = places.floorEntry((first.endPosition() & 0xFFFF_FFFFL) - first.length())
                    .getValue();
        }
        List<StreamEvent> moved = new ArrayList<>();
        for (StreamEvent event : events) {
            offset += event.length();
            moved.add(event.withEndPosition(offset));
        }
        places.put(end, offset);
        return List.copyOf(moved);
    }

    /** Returns true for events that precede a statement's rows events and belong to them. */
    private static boolean isLead(StreamEvent event) {
        int rowsQuery = 29;
        int annotate = 160;
        return event.type() == StreamEvent.TABLE_MAP || event.type() == rowsQuery || event.type() == annotate;
    }

    private StreamEvent rowsOfPart(StreamEvent event) throws IOException {
        kept.clear();
        firstRow = 0;
        readRows(event);
        if (kept.isEmpty()) {
            return null;
        }
        int length = firstRow + event.checksumBytes();
        for (int[] row : kept) {
            length += row[1] - row[0];
        }
        ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.put(event.bytes(), 0, firstRow);
        for (int[] row : kept) {
            bytes.put(event.bytes(), row[0], row[1] - row[0]);
        }
        bytes.putInt(LENGTH, length);
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
            kept.add(new int[] {index, next});
        }
        return next;
    }

    @Override
    public void unreadable(String table, String reason) {
        throw new IllegalStateException(table + ": " + reason);
    }
}
