// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.fault;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Assembles the events of a dump into transactions. */
final class TransactionAssembler {

    private static final int MARIADB_FLAGS_INDEX = 12;
    private static final int MARIADB_STANDALONE_FLAG = 1;

    private final StreamOut out;
    private List<StreamEvent> openEvents = List.of();
    private boolean isStandalone;
    private boolean insideTransaction;

    TransactionAssembler(StreamOut out) {
        this.out = out;
    }

    void accept(StreamEvent event) throws IOException {
        if (event.isGtid()) {
            flush();
            openEvents = new ArrayList<>(List.of(event));
            boolean isMariaDb = event.type() == StreamEvent.MARIADB_GTID;
            isStandalone = isMariaDb && (event.body(MARIADB_FLAGS_INDEX) & MARIADB_STANDALONE_FLAG) != 0;
            insideTransaction = isMariaDb && !isStandalone;
        } else if (openEvents.isEmpty() || !event.isFromLogFile()) {
            out.event(event);
        } else if (event.type() == StreamEvent.ROTATE || event.type() == StreamEvent.FORMAT_DESCRIPTION) {
            flush();
            out.event(event);
        } else {
            openEvents.add(event);
            if (isLast(event)) {
                StreamTransaction transaction = new StreamTransaction(List.copyOf(openEvents));
                openEvents = List.of();
                out.transaction(transaction);
            }
        }
    }

    private boolean isLast(StreamEvent event) {
        return switch (event.type()) {
            case StreamEvent.XID, StreamEvent.XA_PREPARE, StreamEvent.TRANSACTION_PAYLOAD -> true;
            case StreamEvent.QUERY -> endsTransaction(event.statement());
            case StreamEvent.MARIADB_QUERY_COMPRESSED -> isStandalone;
            default -> false;
        };
    }

    private boolean endsTransaction(String statement) {
        if (insideTransaction) {
            return statement.equals("COMMIT") || statement.equals("ROLLBACK");
        }
        insideTransaction = statement.equals("BEGIN")
                || statement.startsWith("XA START")
                || statement.endsWith("START TRANSACTION");
        return !insideTransaction;
    }

    private void flush() throws IOException {
        for (StreamEvent event : openEvents) {
            out.event(event);
        }
        openEvents = List.of();
    }
}
