// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.consumer;

import io.github.cdctester.internal.json.JsonObject;
import java.util.List;

/** Recognizes known messages without row data: heartbeats, statements, and marks of snapshots and transactions. */
final class NonChange {

    // fields of Debezium's heartbeats, schema changes, and notifications about the progress of a snapshot
    private static final List<String> HEARTBEAT_FIELDS = split("ts_ms ts_us ts_ns serverName");

    private static final List<String> STATEMENT_FIELDS =
            split("ddl source position ts_ms ts_us ts_ns databaseName schemaName tableChanges");
    private static final List<String> NOTIFICATION_FIELDS = split("aggregate_type id type additional_data timestamp");

    /** Canal's event types, then Maxwell's event types. */
    private static final List<String> EVENT_TYPES =
            split("CREATE ALTER ERASE QUERY TRUNCATE RENAME CINDEX DINDEX GTID XACOMMIT"
                    + " XAROLLBACK MHEARTBEAT TRANSACTIONBEGIN TRANSACTIONEND bootstrap-start bootstrap-complete database-create"
                    + " database-alter database-drop table-create table-alter table-drop");

    private NonChange() {}

    private static List<String> split(String text) {
        return List.of(text.split(" "));
    }

    static boolean carriesRow(JsonObject message) {
        return message.hasContent("data")
                || message.hasContent("after")
                || message.hasContent("before")
                || StampColumn.nameIn(message) != null;
    }

    static boolean is(JsonObject message) {
        if (carriesRow(message) || FlatLines.looksLike(message)) {
            return false;
        }
        return hasOnly(HEARTBEAT_FIELDS, message)
                || hasOnly(STATEMENT_FIELDS, message)
                || hasOnly(NOTIFICATION_FIELDS, message)
                || message.text("op").matches("[tm]")
                || message.text("isDdl").equals("true")
                || EVENT_TYPES.contains(message.text("type"));
    }

    /** The first field is required. */
    static boolean hasOnly(List<String> fields, JsonObject message) {
        return message.has(fields.get(0)) && fields.containsAll(message.names());
    }
}
