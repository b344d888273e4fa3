// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.simulation;

import io.github.cdctester.result.ConsumerResult.Identity;
import java.util.ArrayList;
import java.util.List;

/**
 * A simulated run as plain data, so that a failing scenario can be reduced to a minimal scenario that still fails.
 *
 * @param transactions transactions of the warm-up, followed by transactions of the measured part
 * @param scheduleSeed seed for the order in which the log, acknowledgements, the run's own stream and the consumer advance
 */
record Scenario(Settings settings, List<Transaction> transactions, List<Fault> faults, long scheduleSeed) {

    /**
     * @param tracked true if the server reports GTIDs
     * @param beforeMark number of measured transactions that a parallel replica logs before the start mark; if negative, number of warm-up
     *     transactions that it logs after the mark
     * @param copiesKnown true if the server reported that the trigger's table has stamps
     */
    record Settings(
            boolean mariaDb,
            boolean tracked,
            boolean remoteWriters,
            Identity identity,
            Form form,
            Ending ending,
            TableNames tableNames,
            int beforeMark,
            boolean copiesKnown,
            int consumerThreads,
            int memoryBytes) {}

    /** The consumer's name for the workload's table. */
    enum TableNames {
        SAME("t"),
        ROUTED("server1.shop.t"),
        RENAMED("copies.u");

        final String name;

        TableNames(String name) {
            this.name = name;
        }
    }

    enum Ending {
        ENDED,
        /** Nothing more arrives, but the output stays open. */
        OPEN,
        /** With {@code assumeEnded}, the judge treats the output as ended after its wait. */
        ASSUMED,
        /** {@code assumeEnded} is set, but the user interrupts the wait. */
        INTERRUPTED
    }

    enum Owner {
        RUN,
        /** The run, with a transaction that leaves no stamp, such as a DELETE. */
        RUN_UNSTAMPED,
        /** The run, whose writer does not know whether the transaction was committed. */
        RUN_UNKNOWN,
        OTHER_CLIENT,
        HEARTBEAT
    }

    /**
     * @param id index in the log
     * @param writer index of the writer, from 0 to 3
     * @param acknowledged false if the server did not report the GTID to the writer
     * @param streamBreaks true if the stream's connection breaks in this transaction, and the server sends it again
     */
    record Transaction(
            int id,
            Owner owner,
            int writer,
            boolean warmUp,
            boolean acknowledged,
            boolean streamBreaks,
            List<Row> rows) {

        boolean isStamped() {
            return owner == Owner.RUN;
        }

        boolean isRunCommit() {
            return owner == Owner.RUN || owner == Owner.RUN_UNSTAMPED;
        }
    }

    /** {@code ofWorkload} is false for a table that a trigger writes. */
    record Row(String key, boolean ofWorkload) {}

    enum FaultKind {
        LOSE,
        LOSE_ROW,
        REPEAT,
        REPEAT_ROW,
        /** The transaction and its successor arrive in reverse order. */
        SWAP,
        COPY_ROW,
        /** A report of a transaction that was never committed. */
        STRAY,
        GARBAGE,
        /** The consumer could continue after this transaction. */
        STOP,
        /** The consumer reports only rows of tables that the workload does not write. */
        ONLY_TRIGGER_ROWS
    }

    record Fault(FaultKind kind, int transaction) {}

    boolean has(FaultKind kind) {
        return faults.stream().anyMatch(fault -> fault.kind() == kind);
    }

    Scenario withTransactions(List<Transaction> newTransactions) {
        return new Scenario(settings, List.copyOf(newTransactions), faults, scheduleSeed);
    }

    Scenario withFaults(List<Fault> newFaults) {
        return new Scenario(settings, transactions, List.copyOf(newFaults), scheduleSeed);
    }

    Scenario withSettings(Settings newSettings) {
        return new Scenario(newSettings, transactions, faults, scheduleSeed);
    }

    String text() {
        List<String> lines = new ArrayList<>();
        lines.add(settings + ", schedule " + scheduleSeed);
        faults.forEach(fault -> lines.add(fault.toString()));
        transactions.forEach(transaction -> lines.add(transaction.toString()));
        return String.join("\n  ", lines);
    }
}
