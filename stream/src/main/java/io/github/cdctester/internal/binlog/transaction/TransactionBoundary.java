// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.transaction;

import io.github.cdctester.internal.binlog.event.EventKind;
import java.util.Arrays;

/**
 * Role of each event type, and its effect on the open transaction. The stages follow MySQL's {@code trx_boundary_parser}, extended
 * by MariaDB's GTIDs.
 */
public final class TransactionBoundary {

    enum Stage {
        NONE,
        /** A GTID was read; the next event determines the kind of transaction. */
        OPENED,
        STATEMENTS,
        /** A single statement, which ends with its QUERY event. */
        SINGLE
    }

    // bytes, because enum roles would be slower on the fast path

    /** An event that belongs to the open transaction, if there is one. */
    static final byte ANY = 0;

    static final byte BETWEEN_TRANSACTIONS = 1;

    static final byte GTID = 2;
    static final byte TAGGED_GTID = 3;
    /** MariaDB's GTID event, which also replaces BEGIN. */
    static final byte MARIADB_GTID = 4;
    /** {@link #role} never returns it, because it depends on a flag of the event. */
    static final byte STANDALONE_GTID = 5;
    /** This class treats it as BEGIN; the callers check its text. */
    static final byte QUERY = 6;
    /** A value for the following statement, such as INTVAR. */
    static final byte CONTEXT = 7;

    static final byte PAYLOAD = 8;
    /** MariaDB's compressed update of rows, or MySQL's partial update; excluded from the fast path. */
    static final byte STATEMENT_PART = 9;
    /** XA PREPARE, which ends a transaction in the log; excluded from the fast path. */
    static final byte END = 10;

    // these roles may occur after BEGIN on the fast path
    static final byte TABLE_MAP = 11;
    static final byte ROWS = 12;
    static final byte ROWS_QUERY = 13;
    static final byte XID = 14;

    private static final byte[] ROLES = new byte[EventKind.TYPE_COUNT];

    static {
        assign(BETWEEN_TRANSACTIONS, EventKind.STOP, EventKind.PREVIOUS_GTIDS, EventKind.MARIADB_GTID_LIST);
        assign(BETWEEN_TRANSACTIONS, EventKind.MARIADB_BINLOG_CHECKPOINT, EventKind.MARIADB_START_ENCRYPTION);
        assign(GTID, EventKind.GTID, EventKind.ANONYMOUS_GTID);
        assign(TAGGED_GTID, EventKind.GTID_TAGGED);
        assign(MARIADB_GTID, EventKind.MARIADB_GTID);
        assign(QUERY, EventKind.QUERY, EventKind.MARIADB_QUERY_COMPRESSED);
        assign(CONTEXT, EventKind.INTVAR, EventKind.RAND, EventKind.USER_VAR);
        assign(PAYLOAD, EventKind.TRANSACTION_PAYLOAD);
        assign(STATEMENT_PART, EventKind.MARIADB_UPDATE_ROWS_COMPRESSED, EventKind.MARIADB_UPDATE_ROWS_COMPRESSED_V1);
        assign(STATEMENT_PART, EventKind.PARTIAL_UPDATE_ROWS);
        assign(END, EventKind.XA_PREPARE);
        assign(TABLE_MAP, EventKind.TABLE_MAP);
        Arrays.fill(ROLES, EventKind.WRITE_ROWS_V1, EventKind.DELETE_ROWS_V1 + 1, ROWS);
        Arrays.fill(ROLES, EventKind.ROWS_QUERY + 1, EventKind.DELETE_ROWS + 1, ROWS);
        assign(ROWS_QUERY, EventKind.ROWS_QUERY);
        assign(XID, EventKind.XID);
    }

    private TransactionBoundary() {}

    private static void assign(byte role, int... types) {
        for (int type : types) {
            ROLES[type] = role;
        }
    }

    static byte role(int type) {
        return ROLES[type];
    }

    /** Returns true even inside an open transaction. */
    static boolean opens(byte role) {
        return role >= GTID && role <= STANDALONE_GTID;
    }

    static boolean ends(byte role) {
        return role == XID || role == END;
    }

    /** For an event that {@link #ends} a transaction, returns the stage of that transaction. */
    static Stage stageAfter(Stage stage, byte role) {
        return switch (role) {
            case GTID, TAGGED_GTID -> Stage.OPENED;
            case MARIADB_GTID, QUERY -> Stage.STATEMENTS;
            case STANDALONE_GTID -> Stage.SINGLE;
            case CONTEXT -> stage == Stage.STATEMENTS ? stage : Stage.SINGLE;
            // MySQL 5.6 and PolarDB-X write statements without a preceding GTID event
            case XID, END -> stage == Stage.NONE ? Stage.SINGLE : stage;
            // the dump began inside a transaction, or the start of the transaction was not sent
            default -> stage == Stage.NONE ? Stage.STATEMENTS : stage;
        };
    }
}
