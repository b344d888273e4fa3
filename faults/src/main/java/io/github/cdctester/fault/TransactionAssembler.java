// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.fault;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Assembles the events of a dump into transactions. Passes on each transaction after its last event. */
final class TransactionAssembler {

    private static final int MARIADB_FLAGS = 12;
    private static final int MARIADB_STANDALONE = 1;

    private final StreamOut out;
    private List<StreamEvent> open = List.of();
    private boolean endsWithStatement;
    private boolean insideStatements;

    TransactionAssembler(StreamOut out) {
        this.out = out;
    }

    void take(StreamEvent event) throws IOException {
        if (event.isGtid()) {
            flush();
            open = new ArrayList<>(List.of(event));
            boolean mariaDb = event.type() == StreamEvent.MARIADB_GTID;
            endsWithStatement = mariaDb && (event.body(MARIADB_FLAGS) & MARIADB_STANDALONE) != 0;
            insideStatements = mariaDb && !endsWithStatement;
        } else if (open.isEmpty() || !event.isOfLog()) {
            out.event(event);
        } else if (event.type() == StreamEvent.ROTATE || event.type() == StreamEvent.FORMAT_DESCRIPTION) {
            flush();
            out.event(event);
        } else {
            open.add(event);
            if (isLast(event)) {
                StreamTransaction complete = new StreamTransaction(List.copyOf(open));
                open = List.of();
                out.transaction(complete);
            }
        }
    }

    private boolean isLast(StreamEvent event) {
        return switch (event.type()) {
            case StreamEvent.XID, StreamEvent.XA_PREPARE, StreamEvent.TRANSACTION_PAYLOAD -> true;
            case StreamEvent.QUERY -> endsWith(event.statement());
            case StreamEvent.MARIADB_QUERY_COMPRESSED -> endsWithStatement;
            default -> false;
        };
    }

    private boolean endsWith(String statement) {
        if (insideStatements) {
            return statement.equals("COMMIT") || statement.equals("ROLLBACK");
        }
        insideStatements = statement.equals("BEGIN")
                || statement.startsWith("XA START")
                || statement.endsWith("START TRANSACTION");
        return !insideStatements;
    }

    /** Passes on the events of an incomplete transaction. */
    private void flush() throws IOException {
        for (StreamEvent event : open) {
            out.event(event);
        }
        open = List.of();
    }
}
