// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.transaction;

import io.github.cdctester.internal.binlog.event.EventKind;
import java.util.Arrays;

/**
 * Start and end of transactions: the effect of each kind of event on the open transaction. The states are from MySQL's
 * {@code trx_boundary_parser}, extended by MariaDB's GTIDs. {@link EventEffects} (the long way) and {@link TransactionPattern} (the
 * short one) use it.
 */
public final class TransactionBoundary {

    /** The kinds of units that events in flight are part of. */
    enum Stage {
        NONE,
        /** A GTID was read; the next event decides the kind of transaction. */
        OPENED,
        /** Statements between BEGIN and an explicit end. */
        STATEMENTS,
        /** A single statement, which ends with its QUERY event. */
        SINGLE
    }

    // roles; numbers and no enum, since the short way looks them up for each event that it compares

    /** Part of the open transaction; between transactions, a separate unit. */
    static final byte ANY = 0;

    static final byte BETWEEN = 1;

    static final byte GTID = 2;
    static final byte TAGGED_GTID = 3;
    /** MariaDB's, which is a BEGIN as well. */
    static final byte MARIADB_GTID = 4;
    /** MariaDB's, of a single statement; no kind has this role: the event's flags give it. */
    static final byte STANDALONE_GTID = 5;
    /** A statement: BEGIN as long as nothing else was found in its text. */
    static final byte QUERY = 6;
    /** An event that belongs to the following statement. */
    static final byte CONTEXT = 7;

    static final byte PAYLOAD = 8;
    /** Part of a statement; the short way does not handle it. */
    static final byte PART = 9;
    /** An end that the short way does not handle. */
    static final byte END = 10;

    // from here on what an ordinary transaction has after its BEGIN
    static final byte TABLE_MAP = 11;
    static final byte ROWS = 12;
    static final byte ROWS_QUERY = 13;
    static final byte XID = 14;

    private static final byte[] ROLES = new byte[EventKind.COUNT];

    static {
        is(BETWEEN, EventKind.STOP, EventKind.PREVIOUS_GTIDS, EventKind.MARIADB_GTID_LIST);
        is(BETWEEN, EventKind.MARIADB_BINLOG_CHECKPOINT, EventKind.MARIADB_START_ENCRYPTION);
        is(GTID, EventKind.GTID, EventKind.ANONYMOUS_GTID);
        is(TAGGED_GTID, EventKind.GTID_TAGGED);
        is(MARIADB_GTID, EventKind.MARIADB_GTID);
        is(QUERY, EventKind.QUERY, EventKind.MARIADB_QUERY_COMPRESSED);
        is(CONTEXT, EventKind.INTVAR, EventKind.RAND, EventKind.USER_VAR);
        is(PAYLOAD, EventKind.TRANSACTION_PAYLOAD);
        is(PART, EventKind.MARIADB_UPDATE_ROWS_COMPRESSED, EventKind.MARIADB_UPDATE_ROWS_COMPRESSED_V1);
        is(END, EventKind.XA_PREPARE);
        is(TABLE_MAP, EventKind.TABLE_MAP);
        Arrays.fill(ROLES, EventKind.WRITE_ROWS_V1, EventKind.DELETE_ROWS_V1 + 1, ROWS);
        Arrays.fill(ROLES, EventKind.ROWS_QUERY + 1, EventKind.DELETE_ROWS + 1, ROWS);
        is(ROWS_QUERY, EventKind.ROWS_QUERY);
        is(XID, EventKind.XID);
    }

    private TransactionBoundary() {}

    private static void is(byte role, int... types) {
        for (int type : types) {
            ROLES[type] = role;
        }
    }

    /** The part of a transaction by an event's kind alone. */
    static byte role(int type) {
        return ROLES[type];
    }

    /** Returns true if the event starts a new transaction, even inside an open one. */
    static boolean opens(byte role) {
        return role >= GTID && role <= STANDALONE_GTID;
    }

    static boolean ends(byte role) {
        return role == XID || role == END;
    }

    /** The stage until the next event, or until the end if it {@link #ends}. */
    static Stage after(Stage stage, byte role) {
        return switch (role) {
            case GTID, TAGGED_GTID -> Stage.OPENED;
            case MARIADB_GTID, QUERY -> Stage.STATEMENTS;
            case STANDALONE_GTID -> Stage.SINGLE;
            case CONTEXT -> stage == Stage.STATEMENTS ? stage : Stage.SINGLE;
            // a statement without a GTID event before it, as MySQL 5.6 and PolarDB-X write them
            case XID, END -> stage == Stage.NONE ? Stage.SINGLE : stage;
            // the dump may have begun inside of a transaction, or its beginning did not come
            default -> stage == Stage.NONE ? Stage.STATEMENTS : stage;
        };
    }
}
