// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result.summary;

import io.github.cdctester.config.DelaySource;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The stream, or several together: rates are then sums, and delays are from all of them. Totals are between {@code from} and
 * {@code to}, for all writers in the log.
 *
 * @param delay DT: arrival of a transaction's last byte minus its commit time
 * @param delayAtFirstByte arrival of its first byte minus its commit time; much shorter for large transactions
 * @param delayEndToEnd arrival of its last byte minus its commit time at its original server; empty if that is the server of the
 *     stream
 * @param largeTransactions large transactions and their effect on the others, if large ones are written; else {@code null}
 * @param delays DT by each source of commit times, if requested; else empty
 * @param seconds from the first measured start to the arrival of the last transaction; longer than the summary's seconds if the
 *     stream had to catch up
 * @param bytesPerSecond BPS: like the other rates, data of the measured part that arrived during it, by its length: without the
 *     tester's heartbeats and the drain. With large transactions, which are sent after their commit, all data by {@code seconds}
 * @param eventsPerSecond EPS
 * @param transactionsPerSecond TPS
 * @param rowsPerSecond rows changed, or {@code null} if rows were not counted
 * @param rowCounting how rows were counted: {@code off} or {@code exact}
 * @param rows rows changed; 0 if rows were not counted
 * @param rowsByTable rows by table and kind
 * @param unknownRowEvents events with uncountable rows
 * @param bytes sum of the event lengths: header, body and checksum
 * @param events events of the log; no keep-alives, no events made up by the dump
 * @param transactions transactions that ended, including heartbeats
 * @param eventsByKind events by the server's names
 * @param payloads compressed transactions of MySQL; the kinds of the events in them are not in {@code eventsByKind}
 * @param heartbeats the tester's own share of these totals
 * @param unknownCommitTimes transactions that are missing from the delay, because the server reported no commit time
 * @param omittedBytes bytes between {@code from} and {@code to} that the server did not send
 * @param incompleteTransactions transactions in the log without an end
 * @param gaps repaired breaks of the stream, in order
 * @param from start of the measured part; {@code null} for several streams with different ones
 * @param to its end; likewise
 * @param drain data after the measured part's end; {@code null} for a phase
 * @param own the share of the run's own transactions in these totals. If it is known, the delays, {@code seconds} and {@code drain}
 *     belong to these alone. {@code null} if the verdict cannot identify each of them
 */
public record CdcSummary(
        DurationSummary delay,
        DurationSummary delayAtFirstByte,
        DurationSummary delayEndToEnd,
        @Nullable LargeTransactions largeTransactions,
        Map<DelaySource, DurationSummary> delays,
        double seconds,
        double bytesPerSecond,
        double eventsPerSecond,
        double transactionsPerSecond,
        @Nullable Double rowsPerSecond,
        String rowCounting,
        long rows,
        Map<String, Map<ChangeKind, Long>> rowsByTable,
        long unknownRowEvents,
        long bytes,
        long events,
        long transactions,
        Map<String, Long> eventsByKind,
        Payloads payloads,
        Heartbeats heartbeats,
        long unknownCommitTimes,
        long omittedBytes,
        long incompleteTransactions,
        List<Gap> gaps,
        @Nullable Position from,
        @Nullable Position to,
        Summary.@Nullable Drain drain,
        @Nullable Own own) {

    /**
     * Large transactions in the stream, and small ones (only heartbeats without other writes). Small ones are divided by whether
     * they were on their way (committed and not yet arrived) at the same time as a large one. A large transaction is contiguous in
     * the log, so later commits must wait.
     *
     * @param fromBytes size in the log from which a transaction is large
     * @param transactions number of large ones
     * @param bytes their size in the log
     * @param delayAtFirstByte arrival of a large one's first byte minus its commit time; empty if heartbeats are the source
     * @param delay arrival of its last byte minus its commit time; likewise
     * @param passing arrival of its last byte minus arrival of its first
     * @param othersDuring DT of small ones that were on their way with a large one; of heartbeats if these are the source
     * @param othersElse DT of the remaining small ones
     * @param passingBytesPerSecond throughput while they passed: {@code bytes} by the sum of {@code passing}, without the time in
     *     which they were written; {@code null} if there was none, or each arrived in one piece
     */
    public record LargeTransactions(
            long fromBytes,
            long transactions,
            long bytes,
            DurationSummary delayAtFirstByte,
            DurationSummary delay,
            DurationSummary passing,
            DurationSummary othersDuring,
            DurationSummary othersElse,
            @Nullable Double passingBytesPerSecond) {}

    /**
     * The tester's own heartbeat rows.
     *
     * @param transactions transactions
     * @param events their events
     * @param bytes their bytes
     */
    public record Heartbeats(long transactions, long events, long bytes) {}

    /**
     * Transactions of the run's own clients, by the GTIDs of their commits; without heartbeats.
     *
     * @param transactions transactions
     * @param events their events
     * @param bytes their bytes
     * @param eventsPerTransaction {@code null} if there are none
     * @param bytesPerTransaction {@code null} if there are none
     */
    public record Own(
            long transactions,
            long events,
            long bytes,
            @Nullable Double eventsPerTransaction,
            @Nullable Double bytesPerTransaction) {

        private static @Nullable Double each(long count, long transactions) {
            return transactions == 0 ? null : (Double) ((double) count / transactions);
        }

        /** Creates the share of transactions with events and bytes. */
        public static Own of(long transactions, long events, long bytes) {
            return new Own(transactions, events, bytes, each(events, transactions), each(bytes, transactions));
        }
    }

    /** {@return transactions of other clients; 0 if they are not told from the run's own} */
    public long foreign() {
        return own == null ? 0 : Math.max(0, transactions - heartbeats.transactions() - own.transactions());
    }

    /**
     * Compressed transactions: TRANSACTION_PAYLOAD events.
     *
     * @param transactions how many, a part of the stream's transactions
     * @param wireBytes the length of these events, a part of the stream's bytes
     * @param inflatedBytes how long the events in them are; not in the stream's bytes
     * @param innerEventsByKind the events in them by the server's names, not in the stream's events; empty if payloads are not
     *     inflated
     */
    public record Payloads(
            long transactions, long wireBytes, long inflatedBytes, Map<String, Long> innerEventsByKind) {}

    /** The kinds of changes. */
    public enum ChangeKind {
        /** It was inserted. */
        INSERT,
        /** It was updated: one row for each pair of images, before and after. */
        UPDATE,
        /** It was deleted. */
        DELETE
    }

    /**
     * A break of the stream, and its recovery. A transaction in flight was sent again and counted once. Further breaks before the
     * next complete transaction belong to the same gap.
     *
     * @param at when the break was noticed
     * @param seconds how long there was no stream
     * @param attempts how often a connection was tried
     * @param reason the cause
     * @param from the server before: address and identity
     * @param to the server after; the same text if the server is the same
     * @param by how the place was found
     * @param clock the clock of a different server, compared with the tester's; {@code null} if the server is the same
     */
    public record Gap(
            Instant at,
            double seconds,
            int attempts,
            String reason,
            String from,
            String to,
            ResumedBy by,
            @Nullable ClockSummary clock) {

        /** How a stream finds the place where it was. */
        public enum ResumedBy {
            /** By file and offset, in the same server's log. */
            POSITION,
            /** By the transactions that had been read, in any log that has them. */
            GTIDS
        }
    }

    /**
     * A place in the log.
     *
     * @param file the log file
     * @param position bytes from its beginning
     * @param gtidSet the GTIDs of everything before it, or {@code null} if the server did not report them for this place
     */
    public record Position(
            String file, long position, @Nullable String gtidSet) {}
}
