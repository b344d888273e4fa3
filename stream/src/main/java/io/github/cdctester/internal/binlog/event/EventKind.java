// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.event;

/** Type codes of binlog events, from MySQL's {@code binlog_event.h} and MariaDB's {@code log_event.h}. */
public final class EventKind {

    public static final int QUERY = 2;
    public static final int STOP = 3;
    public static final int ROTATE = 4;
    public static final int INTVAR = 5;
    public static final int RAND = 13;
    public static final int USER_VAR = 14;
    public static final int FORMAT_DESCRIPTION = 15;
    public static final int XID = 16;
    public static final int EXECUTE_LOAD_QUERY = 18;
    public static final int TABLE_MAP = 19;
    public static final int WRITE_ROWS_V1 = 23;
    public static final int UPDATE_ROWS_V1 = 24;
    public static final int DELETE_ROWS_V1 = 25;
    public static final int INCIDENT = 26;
    public static final int HEARTBEAT = 27;
    public static final int ROWS_QUERY = 29;
    public static final int UPDATE_ROWS = 31;
    public static final int DELETE_ROWS = 32;
    public static final int GTID = 33;
    public static final int ANONYMOUS_GTID = 34;
    public static final int PREVIOUS_GTIDS = 35;
    public static final int XA_PREPARE = 38;
    /** An update with {@code binlog_row_value_options=PARTIAL_JSON}, even if the table has no JSON column. */
    public static final int PARTIAL_UPDATE_ROWS = 39;

    public static final int TRANSACTION_PAYLOAD = 40;
    public static final int HEARTBEAT_V2 = 41;
    public static final int GTID_TAGGED = 42;
    public static final int MARIADB_BINLOG_CHECKPOINT = 161;
    public static final int MARIADB_GTID = 162;
    public static final int MARIADB_GTID_LIST = 163;
    public static final int MARIADB_START_ENCRYPTION = 164;
    public static final int MARIADB_QUERY_COMPRESSED = 165;
    public static final int MARIADB_UPDATE_ROWS_COMPRESSED_V1 = 167;
    public static final int MARIADB_UPDATE_ROWS_COMPRESSED = 170;

    public static final int TYPE_COUNT = 256;

    private static final String UNNAMED = "TYPE_";

    private static final String[] NAMES = new String[TYPE_COUNT];

    static {
        String mysql =
                "UNKNOWN START_V3 QUERY STOP ROTATE INTVAR LOAD SLAVE CREATE_FILE APPEND_BLOCK EXEC_LOAD DELETE_FILE"
                        + " NEW_LOAD RAND USER_VAR FORMAT_DESCRIPTION XID BEGIN_LOAD_QUERY EXECUTE_LOAD_QUERY TABLE_MAP"
                        + " PRE_GA_WRITE_ROWS PRE_GA_UPDATE_ROWS PRE_GA_DELETE_ROWS WRITE_ROWS_V1 UPDATE_ROWS_V1"
                        + " DELETE_ROWS_V1 INCIDENT HEARTBEAT IGNORABLE ROWS_QUERY WRITE_ROWS UPDATE_ROWS DELETE_ROWS GTID"
                        + " ANONYMOUS_GTID PREVIOUS_GTIDS TRANSACTION_CONTEXT VIEW_CHANGE XA_PREPARE PARTIAL_UPDATE_ROWS"
                        + " TRANSACTION_PAYLOAD HEARTBEAT_V2 GTID_TAGGED LARGE_TRANSACTION_HEADER";
        String mariaDb = "ANNOTATE_ROWS BINLOG_CHECKPOINT MARIADB_GTID MARIADB_GTID_LIST START_ENCRYPTION"
                + " QUERY_COMPRESSED WRITE_ROWS_COMPRESSED_V1 UPDATE_ROWS_COMPRESSED_V1 DELETE_ROWS_COMPRESSED_V1"
                + " WRITE_ROWS_COMPRESSED UPDATE_ROWS_COMPRESSED DELETE_ROWS_COMPRESSED";
        addNames(0, mysql);
        addNames(160, mariaDb);
    }

    private EventKind() {}

    private static void addNames(int firstCode, String names) {
        int code = firstCode;
        for (String name : names.split(" ")) {
            NAMES[code++] = name;
        }
    }

    /** Includes markers of transactions without GTID. */
    public static boolean opensTransaction(int type) {
        return type == GTID || type == ANONYMOUS_GTID || type == GTID_TAGGED || type == MARIADB_GTID;
    }

    /** Returns true if the event describes its log file and belongs to no transaction. */
    public static boolean isControl(int type) {
        return type == FORMAT_DESCRIPTION
                || type == PREVIOUS_GTIDS
                || type == ROTATE
                || type == STOP
                || type >= MARIADB_BINLOG_CHECKPOINT && type <= MARIADB_START_ENCRYPTION && type != MARIADB_GTID;
    }

    /** Returns false for {@code UNKNOWN} and {@code TYPE_n}. */
    public static boolean isKnown(String name) {
        return !name.equals(NAMES[0]) && !name.startsWith(UNNAMED);
    }

    /** The name in the server's source code without suffix; {@code TYPE_n} for an unknown code. {@code type} is 0 to 255. */
    public static String name(int type) {
        String name = NAMES[type];
        return name == null ? UNNAMED + type : name;
    }
}
