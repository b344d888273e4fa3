// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result.summary;

import io.github.cdctester.config.DelaySource;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Values of the stream. For several streams together, rates are sums, and delays are from all streams. Totals cover the log
 * between {@code from} and {@code to}, for all writers.
 *
 * @param delay DT: arrival of a transaction's last byte minus its commit time
 * @param delayAtFirstByte arrival of a transaction's first byte minus its commit time; much shorter than DT for large
 *     transactions
 * @param delayEndToEnd arrival of a transaction's last byte minus its commit time on the server where it originated; empty if
 *     that server is also the server of the stream
 * @param largeTransactions large transactions, and their effect on others; {@code null} if the workload writes none, and for a
 *     phase
 * @param delays DT by source of commit times; empty if not requested
 * @param seconds time from the first measured start to the arrival of the last transaction; longer than the summary's seconds if
 *     the stream had to catch up
 * @param bytesPerSecond bytes per second (BPS). All rates here cover data of the measured part that arrived during it, without
 *     heartbeats and drain, divided by its length. With the workload large_transaction, rates are all data divided by {@code seconds},
 *     because the server sends its transactions after their commit.
 * @param eventsPerSecond events per second (EPS)
 * @param transactionsPerSecond transactions per second (TPS)
 * @param rowsPerSecond changed rows per second; {@code null} if rows were not counted
 * @param rowCounting how rows were counted: {@code off} or {@code exact}
 * @param rows changed rows; 0 if rows were not counted
 * @param rowsByTable changed rows by table and kind of change; empty for a phase
 * @param unknownRowEvents events whose rows could not be counted
 * @param bytes sum of the event lengths: header, body and checksum
 * @param events events of the log, without keep-alives and other events that the server generates for the dump
 * @param transactions complete transactions, including heartbeats
 * @param eventsByKind events by the server's type names
 * @param payloads compressed transactions of MySQL; {@code eventsByKind} does not include the events inside them
 * @param heartbeats the tester's heartbeats, which these totals include
 * @param unknownCommitTimes transactions without a delay, because the server reported no commit time
 * @param omittedBytes bytes between {@code from} and {@code to} that the server did not send; 0 for a phase
 * @param incompleteTransactions transactions in the log without an end; 0 for a phase
 * @param gaps recovered breaks of the stream that did not end in the warm-up, in order; empty for a phase
 * @param from position at the start of the measured part; {@code null} if unknown, or if the positions of several streams differ
 * @param to position at the end of the counted part; {@code null} if unknown, or if the positions of several streams differ
 * @param drain data that arrived after the end of the measured part; {@code null} for a phase
 * @param own the run's own transactions, which these totals include; {@code null} if they cannot be identified. If it is known,
 *     delays, {@code seconds} and {@code drain} only include own transactions.
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
     * Large transactions in the stream, and their effect on small ones. Small transactions are divided into two groups: in
     * transit (committed and not yet arrived) at the same time as a large transaction, or not. Without other writes, heartbeats
     * replace the small transactions. A large transaction is contiguous in the log, so later commits must wait.
     *
     * @param fromBytes minimum size of a large transaction in the log
     * @param transactions number of large transactions
     * @param bytes total size of large transactions in the log
     * @param delayAtFirstByte arrival of a large transaction's first byte minus its commit time; empty if the delay source is
     *     {@code HEARTBEAT}
     * @param delay arrival of a large transaction's last byte minus its commit time; empty if the delay source is {@code
     *     HEARTBEAT}
     * @param passing arrival of a large transaction's last byte minus arrival of its first byte
     * @param othersDuring DT of small transactions that were in transit together with a large transaction; DT of heartbeats if
     *     the delay source is {@code HEARTBEAT}
     * @param othersElse DT of the other small transactions
     * @param passingBytesPerSecond throughput while large transactions arrived: {@code bytes} divided by the sum of {@code
     *     passing}. {@code null} if there was no large transaction, or each one arrived in a single read.
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
     * The tester's heartbeats.
     *
     * @param transactions number of heartbeat transactions
     * @param events events of these transactions
     * @param bytes bytes of these transactions
     * @param rows changed rows of these transactions, several per heartbeat if streams divide the log; 0 if rows were not counted
     */
    public record Heartbeats(long transactions, long events, long bytes, long rows) {}

    /**
     * The run's own transactions without heartbeats, identified by the GTIDs of their commits.
     *
     * @param transactions number of transactions
     * @param events events of these transactions
     * @param bytes bytes of these transactions
     * @param eventsPerTransaction events per transaction; {@code null} without transactions
     * @param bytesPerTransaction bytes per transaction; {@code null} without transactions
     */
    public record Own(
            long transactions,
            long events,
            long bytes,
            @Nullable Double eventsPerTransaction,
            @Nullable Double bytesPerTransaction) {

        private static @Nullable Double perTransaction(long count, long transactions) {
            return transactions == 0 ? null : (Double) ((double) count / transactions);
        }

        /** Creates the values from the number of transactions, events and bytes. */
        public static Own of(long transactions, long events, long bytes) {
            return new Own(
                    transactions,
                    events,
                    bytes,
                    perTransaction(events, transactions),
                    perTransaction(bytes, transactions));
        }
    }

    /** {@return the number of transactions of other clients; 0 if they cannot be distinguished} */
    public long foreign() {
        return own == null ? 0 : Math.max(0, transactions - heartbeats.transactions() - own.transactions());
    }

    /**
     * Compressed transactions: TRANSACTION_PAYLOAD events.
     *
     * @param transactions number of compressed transactions, included in the stream's transactions
     * @param wireBytes length of these events, included in the stream's bytes
     * @param inflatedBytes length of the events inside these events, not included in the stream's bytes
     * @param innerEventsByKind events inside these events, by the server's type names; not included in the stream's
     *     events. Empty if payloads are not inflated.
     */
    public record Payloads(
            long transactions, long wireBytes, long inflatedBytes, Map<String, Long> innerEventsByKind) {}

    /** Kind of row change. */
    public enum ChangeKind {
        /** An inserted row. */
        INSERT,
        /** An updated row; its two images, before and after, are counted as one row. */
        UPDATE,
        /** A deleted row. */
        DELETE
    }

    /**
     * A break of the stream, and its recovery. A transaction that was in flight was sent again, and is counted once.
     * Further breaks before the next complete transaction belong to the same gap.
     *
     * @param at time when the break was detected
     * @param seconds total time without a connection
     * @param attempts number of connection attempts
     * @param reason the cause
     * @param from address and identity of the server before the break
     * @param to the server after the break; the same text if unchanged
     * @param by how the stream found its position again
     * @param clock clock offset of a different server; {@code null} if the server is the same
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

        /** How a stream finds its position after a break. */
        public enum ResumedBy {
            /** File and offset in the same server's log. */
            POSITION,
            /** GTIDs of the transactions read so far, in any log that contains them. */
            GTIDS
        }
    }

    /**
     * A position in the log.
     *
     * @param file the log file
     * @param position offset in bytes from the start of the file
     * @param gtidSet GTIDs of all transactions before the position; {@code null} if the server did not report them
     */
    public record Position(
            String file, long position, @Nullable String gtidSet) {}
}
