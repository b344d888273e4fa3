// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.consumer;

import io.github.cdctester.internal.json.JsonObject;
import java.util.Set;

/**
 * The closed list of messages without a change: heartbeats, statements, markers of snapshots and of transactions. A message with row
 * data is never among them.
 */
final class NonChange {

    /** Debezium's heartbeat has no other fields. */
    private static final Set<String> HEARTBEAT = Set.of("ts_ms", "ts_us", "ts_ns", "serverName");

    /** Fields of Debezium's schema changes. */
    private static final Set<String> STATEMENT = Set.of(
            "source", "position", "ts_ms", "ts_us", "ts_ns", "databaseName", "schemaName", "ddl", "tableChanges");

    /** Fields of Debezium's notifications, which mark the course of a snapshot. */
    private static final Set<String> NOTIFICATION =
            Set.of("id", "aggregate_type", "type", "additional_data", "timestamp");

    /** Canal's event types, then Maxwell's. */
    private static final Set<String> TYPES = Set.of(
            "CREATE",
            "ALTER",
            "ERASE",
            "QUERY",
            "TRUNCATE",
            "RENAME",
            "CINDEX",
            "DINDEX",
            "GTID",
            "XACOMMIT",
            "XAROLLBACK",
            "MHEARTBEAT",
            "TRANSACTIONBEGIN",
            "TRANSACTIONEND",
            "bootstrap-start",
            "bootstrap-complete",
            "database-create",
            "database-alter",
            "database-drop",
            "table-create",
            "table-alter",
            "table-drop");

    private NonChange() {}

    static boolean carriesRow(JsonObject message) {
        return message.hasContent("data")
                || message.hasContent("after")
                || message.hasContent("before")
                || !StampColumn.in(message).isEmpty();
    }

    /** Returns true if a message without row data is of the list. */
    static boolean is(JsonObject message) {
        if (carriesRow(message)) {
            return false;
        }
        String op = message.text("op");
        return message.has("ts_ms") && HEARTBEAT.containsAll(message.names())
                || message.has("ddl") && STATEMENT.containsAll(message.names())
                || message.has("aggregate_type") && NOTIFICATION.containsAll(message.names())
                || op.equals("t")
                || op.equals("m")
                || message.text("isDdl").equals("true")
                || TYPES.contains(message.text("type"));
    }
}
