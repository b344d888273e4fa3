// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.suite.server.TestServer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * @param events events by type
 * @param bytes total length of the events in bytes
 */
record BinlogShape(long transactions, Map<String, Long> events, long bytes) {

    /** Events that belong to no transaction. */
    private static final Set<String> FILE_EVENTS = Set.of("Binlog_checkpoint", "Gtid_list", "Rotate");

    /** Returns the file's name and its end position. */
    static List<String> startNewFile(TestServer server) {
        server.execute("FLUSH BINARY LOGS");
        return server.queryRows(server.logStatusStatement()).get(0).subList(0, 2);
    }

    /** Counts up to the end of the same file. */
    static BinlogShape countSince(TestServer server, List<String> from) {
        List<String> to = server.queryRows(server.logStatusStatement()).get(0);
        List<List<String>> rows = server.queryRows("SHOW BINLOG EVENTS IN '" + from.get(0) + "' FROM " + from.get(1));
        Map<String, Long> events = new TreeMap<>();
        long bytes = 0;
        for (int i = 0; i < rows.size(); i++) {
            List<String> row = rows.get(i);
            if (!FILE_EVENTS.contains(row.get(2))) {
                // uses the next event's position, because MariaDB's End_log_pos is wrong inside transactions
                String next = i + 1 < rows.size() ? rows.get(i + 1).get(1) : to.get(1);
                events.merge(row.get(2), 1L, Long::sum);
                bytes += Long.parseLong(next) - Long.parseLong(row.get(1));
            }
        }
        return new BinlogShape(events.getOrDefault("Xid", 0L), events, bytes);
    }

    double bytesPerTransaction() {
        return (double) bytes / transactions;
    }
}
