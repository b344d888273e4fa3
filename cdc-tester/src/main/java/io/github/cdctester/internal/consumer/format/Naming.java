// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.consumer.format;

import io.github.cdctester.internal.consumer.format.Change.End;
import io.github.cdctester.internal.consumer.format.Change.Kind;

/**
 * Makes reports of changes, all in one way: by stamps in rows, or by transactions.
 *
 * <p>A line about a row names its transaction in each of the transaction's lines. Where lines say which is the last one, the
 * transaction is reported there. Where they don't, it is reported when another one begins or nothing more has come for
 * now; of two in a row with the same name it is a repetition if the later line is before the earlier one in the log.
 */
final class Naming {

    /** How what was seen is named. */
    enum Way {
        /** By what the first change has: a stamp, else a GTID, else a place. */
        AUTO,
        /** By GTIDs. */
        GTID,
        /** By offsets behind transactions. */
        POSITION,
        /** By stamps. */
        ROW
    }

    /** An offset that falls by so much has wrapped at 4 GiB. */
    private static final long WRAP = 1L << 31;

    private final Reports reports;
    private Way way;

    private String open = "";
    private boolean reported;
    private boolean endsAreSaid;
    private long order = Change.NONE;

    private long unstamped;
    private long deleted;
    private long rows;

    Naming(Way way, Reports reports) {
        this.way = way;
        this.reports = reports;
    }

    Way way() {
        return way;
    }

    /** Rows without a stamp, where stamps are looked for. */
    long unstamped() {
        return unstamped;
    }

    long deleted() {
        return deleted;
    }

    /** Rows of any kind. */
    long rows() {
        return rows;
    }

    /** Takes a change; says why it cannot be named, or nothing. */
    String take(Change change) {
        if (change.kind() != Kind.TRANSACTION) {
            rows++;
            deleted += change.kind() == Kind.DELETED ? 1 : 0;
        }
        boolean nameless = change.transaction().isEmpty() && change.file().isEmpty();
        if (change.kind() == Kind.TRANSACTION && nameless) {
            return "";
        }
        if (way == Way.AUTO) {
            way = chosen(change);
        }
        return switch (way) {
            case AUTO -> "a row without " + RowShape.SEQUENCE + ", GTID or the place of its transaction's end";
            case ROW -> row(change);
            case GTID -> gtid(change);
            case POSITION -> place(change);
        };
    }

    private static Way chosen(Change change) {
        if (change.sequence() >= 0) {
            return Way.ROW;
        }
        if (!change.transaction().isEmpty()) {
            return Way.GTID;
        }
        return change.file().isEmpty() ? Way.AUTO : Way.POSITION;
    }

    private String row(Change change) {
        if (change.kind() == Kind.WRITTEN && change.sequence() >= 0) {
            reports.row(change.table(), change.key(), change.sequence());
        } else if (change.kind() == Kind.WRITTEN) {
            unstamped++;
        }
        return "";
    }

    private String place(Change change) {
        if (change.file().isEmpty()) {
            return "no place of its transaction's end";
        }
        reports.transaction(change.file(), change.position());
        return "";
    }

    private String gtid(Change change) {
        if (change.transaction().isEmpty()) {
            return "no GTID";
        }
        if (change.end() != End.NOT_SAID) {
            endsAreSaid = true;
            settle();
            if (change.end() == End.HERE) {
                reports.transaction(change.transaction());
            }
        } else if (!endsAreSaid) {
            opened(change);
        }
        return "";
    }

    private void opened(Change change) {
        long back = order - change.order();
        boolean repeated = order != Change.NONE && change.order() != Change.NONE && back > 0 && back < WRAP;
        if (repeated || !change.transaction().equals(open)) {
            settle();
            open = change.transaction();
            reported = false;
        }
        order = change.order();
    }

    /** Nothing more has come for now: what is open counts as whole. */
    void settle() {
        if (!open.isEmpty() && !reported) {
            reports.transaction(open);
            reported = true;
        }
    }
}
