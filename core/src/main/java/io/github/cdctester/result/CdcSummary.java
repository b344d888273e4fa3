// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.result.RunResult.ClockSummary;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The stream, or several together: rates are then sums, and delays those of all. Totals are those between {@code from} and {@code to}: of everything in the log, whoever wrote it.
 *
 * @param delay DT: arrival of a transaction's last byte minus its commit time
 * @param delayAtFirstByte arrival of its first byte minus its commit time; much shorter for large transactions
 * @param delayEndToEnd arrival of its last byte minus its commit time at the server where it was first made; empty where
 *     that is the server of the stream
 * @param largeTransactions large transactions and their effect on the others, where large ones are written; else {@code null}
 * @param delays DT by each source of commit times, where they were asked for side by side; else empty
 * @param seconds from the first measured start to the arrival of the last transaction; longer than the summary's seconds
 *     where the stream had to catch up
 * @param bytesPerSecond BPS: like the other rates, what arrived while the measured part lasted, and no more than is of it, by its
 *     length: without the tester's heartbeats, and without what came in the drain. With large transactions, which are sent once they are committed, all of it by
 *     {@code seconds}
 * @param eventsPerSecond EPS
 * @param transactionsPerSecond TPS
 * @param rowsPerSecond rows changed, or {@code null} where rows were not counted
 * @param rowCounting how rows were counted: {@code off} or {@code exact}
 * @param rows rows changed; 0 where rows were not counted
 * @param rowsByTable the same by table and kind
 * @param unknownRowEvents events whose rows could not be counted
 * @param bytes sum of the event lengths: header, body and checksum
 * @param events events of the log; no keep-alives, no events made up by the dump
 * @param transactions transactions that ended, the heartbeats' too
 * @param eventsByKind events by the server's names
 * @param payloads compressed transactions of MySQL; the kinds of the events in them are not in {@code eventsByKind}
 * @param heartbeats the tester's own share of these totals
 * @param unknownCommitTimes transactions that are missing from the delay, as the server told no commit time
 * @param omittedBytes bytes between {@code from} and {@code to} that the server did not send
 * @param incompleteTransactions transactions in the log without an end
 * @param gaps breaks of the stream that were mended, in order
 * @param from where the measured part begins; {@code null} for several streams that have different ones
 * @param to where it ends; likewise
 * @param drain what came after the measured part's end; {@code null} of a phase
 * @param own the share of the run's own transactions in these totals. If it is known, the delays, {@code seconds} and {@code drain} are of
 *     these alone. {@code null} if the verdict does not know each of them
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
     * Large transactions in the stream, and the others (heartbeats alone where nothing else is written), told apart by whether they were on their way, committed and not yet
     * arrived, at the same time as a large one. In the log that stands in one piece, so what was committed after it must wait.
     *
     * @param fromBytes from which size in the log on a transaction is a large one
     * @param transactions large ones
     * @param bytes theirs in the log
     * @param delayAtFirstByte arrival of a large one's first byte minus its commit time; empty where heartbeats are the source
     * @param delay arrival of its last byte minus its commit time; likewise
     * @param passing arrival of its last byte minus arrival of its first
     * @param othersDuring DT of the others that were on their way when a large one was; of heartbeats where these are the source
     * @param othersElse DT of the others that were not
     * @param passingBytesPerSecond throughput while they passed: {@code bytes} by the sum of {@code passing}, so without the
     *     time in which they were written; {@code null} where none was seen, or each came in one piece
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
     * @param innerEventsByKind the events in them by the server's names, not in the stream's events; empty where payloads are
     *     not inflated
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
     * A break of the stream, and how it was mended. What was in flight came again and was counted once. If the stream broke
     * again before the next transaction was complete, that is a part of the same gap.
     *
     * @param at when the break was noticed
     * @param seconds how long there was no stream
     * @param attempts how often a connection was tried
     * @param reason what broke it
     * @param from the server before: address and identity
     * @param to the server after; the same text where it is the same server
     * @param by how the place was found again
     * @param clock the clock of a server that is another one than before, against the tester's; else {@code null}
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
     * @param gtidSet the GTIDs of everything before it, or {@code null} where the server did not tell them for this place
     */
    public record Position(
            String file, long position, @Nullable String gtidSet) {}
}
