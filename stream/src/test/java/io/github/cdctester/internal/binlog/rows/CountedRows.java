// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.rows;

import io.github.cdctester.internal.binlog.event.CapturedStream;
import io.github.cdctester.internal.binlog.event.EventKind;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Adds up rows by table and kind. */
public final class CountedRows implements RowSink {

    static final String[] NAMES = {
        "rows-mysql-types",
        "rows-mysql-tables",
        "rows-mariadb-types",
        "rows-mariadb-tables",
        "rows-mariadb-compressed-types",
        "rows-mariadb-compressed-tables"
    };

    final Map<String, Long> rows = new TreeMap<>();
    final List<String> unknownEvents = new ArrayList<>();

    /** The streams' properties list the rows of each table. */
    public static Stream<CapturedStream> streams() {
        return Stream.of(NAMES).map(CapturedStream::load);
    }

    public static Map<String, Long> expectedCounts(CapturedStream stream) {
        Map<String, Long> counts = new TreeMap<>();
        Properties properties = stream.expectedCounts();
        properties.stringPropertyNames().stream()
                .filter(key -> key.startsWith("rows."))
                .forEach(key -> counts.put(key.substring("rows.".length()), stream.expectedCounts(key)));
        return counts;
    }

    public static List<byte[]> events(CapturedStream stream) {
        List<byte[]> events = new ArrayList<>();
        ByteBuffer bytes = ByteBuffer.wrap(stream.bytes()).order(ByteOrder.LITTLE_ENDIAN);
        while (bytes.remaining() > 9) {
            byte[] event = new byte[(bytes.getInt() & 0xFFFFFF) - 1];
            bytes.get();
            bytes.get(event);
            events.add(event);
        }
        return events;
    }

    @Override
    public void onRows(String table, RowKind kind, long count) {
        rows.merge(table + "." + kind, count, Long::sum);
    }

    @Override
    public void onUnknownRows(int type, long bytes) {
        unknownEvents.add(EventKind.name(type) + " " + bytes);
    }
}
