// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result;

import io.github.cdctester.config.Plan;
import io.github.cdctester.result.summary.ConsumerCost;
import io.github.cdctester.result.summary.DurationSummary;
import io.github.cdctester.result.summary.Summary;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The result of one judged consumer, based on the reports to its probe. docs/judge.md defines the terms.
 *
 * @param name name of the consumer
 * @param identity how the consumer identified changes; {@code null} if it reported nothing
 * @param delay time from the commit to the consumer's report. {@link DurationSummary#source()} names the source of the commit
 *     time: COMMIT_TIMESTAMP for the timestamp in the log, ACKNOWLEDGED for the acknowledgement to the load, PLAYED for the time
 *     in a played log. ACKNOWLEDGED is also used for stamped rows if the GTIDs of the load's commits are unknown.
 * @param transactions transactions of the measured part that the consumer reported completely
 * @param rows reported row changes; {@code null} if the consumer reports transactions
 * @param bytes reported bytes; {@code null} for none
 * @param events reported events; {@code null} for none
 * @param transactionsPerSecond transactions reported during the measured part (at most {@code transactions}), divided by its
 *     length. Rates of writers, streams and consumers use this window.
 * @param rowsPerSecond row changes per second, with the same window; {@code null} if not reported
 * @param bytesPerSecond bytes per second, with the same window; {@code null} if not reported
 * @param eventsPerSecond events per second, with the same window; {@code null} if not reported
 * @param verdict whether the consumer lost, repeated or reordered transactions; torn transactions are counted as missing
 * @param delivery the delivery guarantee that the reports show
 * @param torn transactions of which the consumer reported only some rows; counted only if the consumer reports rows
 * @param firstTorn the first torn transaction, with its row counts
 * @param stray reported transactions without a known commit
 * @param firstStray the first stray transaction
 * @param others reported transactions that are not judged: outside the measured part, of other clients, or with an unknown
 *     outcome; if the consumer reports rows, each row without a stamp counts as one
 * @param unreadable reports that could not be read
 * @param firstUnreadable the first unreadable report
 * @param catchUps periods in which the consumer was behind, ordered by start
 * @param failure failure that the consumer reported; {@code null} for none
 * @param notes remarks about these numbers, the worst first
 * @param seconds one entry per second of the measured part and of the wait after it
 * @param notSeen transactions that had not arrived at the end of the wait, and may still arrive; the verdict contains the first
 *     of them. {@code null} if the expected transactions are unknown.
 * @param drain reports that arrived after the end of the measured part
 * @param playingRatio speed of the consumer for a played log, relative to the recording; {@code null} with a real server, or if
 *     the consumer did not report everything
 * @param snapshot findings about the consumer's snapshot; {@code null} if the snapshot was not judged
 * @param outputKnown whether the expected reports were known: from the run's load, or from a played log
 * @param repeatsAllowed whether the consumer may repeat transactions, because it guarantees only at-least-once delivery
 * @param cost resources that the consumer used; {@code null} if not measured
 * @param legs parts of {@code delay} between the timestamps in the consumer's reports; empty if the reports contain no timestamps
 */
@RecordBuilder
public record ConsumerResult(
        String name,
        @Nullable Identity identity,
        DurationSummary delay,
        long transactions,
        @Nullable Long rows,
        @Nullable Long bytes,
        @Nullable Long events,
        double transactionsPerSecond,
        @Nullable Double rowsPerSecond,
        @Nullable Double bytesPerSecond,
        @Nullable Double eventsPerSecond,
        Verdict verdict,
        Delivery delivery,
        long torn,
        @Nullable String firstTorn,
        long stray,
        @Nullable String firstStray,
        long others,
        long unreadable,
        @Nullable String firstUnreadable,
        List<CatchUp> catchUps,
        @Nullable String failure,
        List<Note> notes,
        List<Second> seconds,
        @Nullable Long notSeen,
        Summary.Drain drain,
        @Nullable Double playingRatio,
        @Nullable Snapshot snapshot,
        boolean outputKnown,
        boolean repeatsAllowed,
        @Nullable ConsumerCost cost,
        List<Leg> legs) {

    /**
     * Copies the lists. The delivery becomes UNKNOWN if nothing was checked or, except AT_MOST_ONCE, if more may still arrive.
     */
    public ConsumerResult {
        boolean isUnchecked = verdict != null && verdict.status() == Verdict.Status.NOT_CHECKED;
        boolean isIncomplete = notSeen != null && notSeen > 0 && delivery != Delivery.AT_MOST_ONCE;
        delivery = isUnchecked || isIncomplete ? Delivery.UNKNOWN : delivery;
        catchUps = List.copyOf(catchUps);
        notes = List.copyOf(notes);
        seconds = List.copyOf(seconds);
        legs = List.copyOf(legs);
    }

    /**
     * {@return true if the consumer repeated transactions, and nothing else is wrong: no transaction is missing, out of
     * order, or stray}
     */
    public boolean hasOnlyRepeated() {
        return verdict.status() == Verdict.Status.DUPLICATED
                && delivery == Delivery.AT_LEAST_ONCE
                && Long.valueOf(0).equals(verdict.outOfOrder())
                && stray == 0;
    }

    /**
     * {@return true if the consumer passed} {@code LOSSLESS} and permitted repeats pass. {@code NOT_CHECKED} passes if the
     * expected reports were unknown, unless reports were unreadable or stray and no transaction was reported completely. A {@code
     * failure} alone does not matter: the consumer may have reported everything before it failed.
     */
    public boolean isHeld() {
        boolean matchesNothing = transactions == 0 && unreadable + stray > 0;
        return switch (verdict.status()) {
            case LOSSLESS -> true;
            case NOT_CHECKED -> !outputKnown && !matchesNothing;
            default -> repeatsAllowed && hasOnlyRepeated();
        };
    }

    /** {@return the transactions of the measured part that arrived after its end, or had not arrived at the end of the wait, if known} */
    public long behindAtEnd() {
        return drain.transactions() + (notSeen == null ? 0 : notSeen);
    }

    /** {@return copies of the results with {@linkplain Verdict#supportedBy verdicts that the run supports}} */
    public static List<ConsumerResult> withSupportedVerdicts(Plan plan, Summary run, List<ConsumerResult> consumers) {
        return consumers.stream()
                .map(consumer -> consumer.withSupportedVerdict(plan, run))
                .toList();
    }

    private ConsumerResult withSupportedVerdict(Plan plan, Summary run) {
        Verdict supportedVerdict = verdict == null ? verdict : verdict.supportedBy(plan, run);
        return Objects.equals(supportedVerdict, verdict)
                ? this
                : ConsumerResultCopy.of(this).verdict(supportedVerdict).build();
    }

    /** How a consumer identifies changes. */
    public enum Identity {
        /** By the GTIDs of complete transactions. */
        GTID,
        /** By the end positions of complete transactions in the log. */
        POSITION,
        /** By the stamps in rows. */
        ROW
    }

    /** The delivery guarantee that a consumer's reports show. */
    public enum Delivery {
        /** No lost or repeated transaction was observed. */
        EXACTLY_ONCE,
        /** Transactions were repeated, and none was lost. */
        AT_LEAST_ONCE,
        /** Transactions were lost, and none was repeated. */
        AT_MOST_ONCE,
        /** Transactions were lost and repeated, or the guarantee is unknown. */
        UNKNOWN
    }

    /**
     * A period in which the consumer was behind the log: after a fault was injected into the consumer, or without a fault for
     * more than one second. A period counts the lost transactions that follow the newest transaction reported before its start,
     * and that were committed before its end.
     *
     * @param fault the injected fault; {@code null} without a fault. The {@link RunResult.FaultMark} of this consumer with the
     *     same {@code second} as {@code fromSecond} describes it.
     * @param fromSecond start of the period, in seconds from the start of the measured part
     * @param toSecond end of the period: when the consumer has reported everything, or is at most one second behind. After a
     *     fault, the consumer must also have reported a transaction committed after it, unless it has reported everything. {@code
     *     null} if the period did not end.
     * @param catchUpSeconds time from the end of the fault until {@code toSecond}; without a fault, time from {@code fromSecond}
     * @param transactionsPerSecond transactions reported in {@code catchUpSeconds}, per second, without repeats; {@code null} if
     *     unknown
     * @param mostTransactions maximum number of committed transactions that the consumer had not reported
     * @param mostBytes maximum number of log bytes after the last reported transaction; {@code null} if unknown
     * @param repeated transactions that the consumer repeated for the first time in this period
     * @param lost transactions that the consumer lost in this period; {@code null} if unknown
     */
    public record CatchUp(
            @Nullable String fault,
            double fromSecond,
            @Nullable Double toSecond,
            @Nullable Double catchUpSeconds,
            @Nullable Double transactionsPerSecond,
            long mostTransactions,
            @Nullable Long mostBytes,
            long repeated,
            @Nullable Long lost) {}

    /**
     * A point on the path of a change from the commit to the judge. The points use different clocks, so a {@link Leg}
     * includes the difference between two clocks.
     */
    public enum Moment {
        /** The commit, by the stream's timestamp or the write side's acknowledgement; converted to the tester's clock. */
        COMMIT("tester"),
        /** The server's time in the report, such as Debezium's {@code source.ts_ms}. */
        SOURCE("server"),
        /** The consumer's time in the report, such as Debezium's {@code ts_ms}. */
        ENVELOPE("consumer"),
        /**
         * The timestamp of the record in Kafka, set by its producer, or by the broker if the topic uses {@code LogAppendTime}.
         */
        RECORD("Kafka"),
        /** The arrival at the judge. */
        REPORT("tester");

        private final String clock;

        Moment(String clock) {
            this.clock = clock;
        }

        /** Returns the owner of the clock. */
        public String clock() {
            return clock;
        }
    }

    /**
     * A part of the delay: the time from one timestamp to the next one in the last report about a transaction. If all reports
     * contain the same kinds of timestamps, all legs include the same transactions.
     *
     * @param from the earlier moment
     * @param to the later moment
     * @param resolutionMillis observed resolution of the coarser timestamp, in ms: 1000, 1 or 0.001
     * @param delay the durations; {@code negatives} counts transactions for which the clocks differ by more than the leg
     */
    public record Leg(Moment from, Moment to, double resolutionMillis, DurationSummary delay) {}

    /**
     * One second of a consumer.
     *
     * @param second number of the second, from 1
     * @param transactions transactions that the consumer completed in this second
     * @param behind committed transactions that the consumer had not completed at the end of this second
     * @param p99Millis 99th percentile of the delays in this second, in ms; {@code null} without delays
     */
    public record Second(
            long second,
            long transactions,
            long behind,
            @Nullable Double p99Millis) {}

    /**
     * A snapshot of the tables, taken during writes, together with the stream after or during it. A change is the state of a row
     * after a transaction.
     *
     * @param rows reported rows
     * @param tableRows rows of the stamped tables at the end; {@code null} if the tables were not read
     * @param seconds time from the first row to the last row
     * @param rowsPerSecond reported rows divided by {@code seconds}; {@code null} if these are 0
     * @param incremental whether the snapshot was taken in chunks during the stream, and omitted rows that the stream reported
     *     meanwhile
     * @param consistent whether all rows show the state at the same binlog position; {@code null} if unknown or not required
     * @param covered changes of the run that the snapshot includes, so that the stream need not contain them
     * @param missing table rows missing in the snapshot
     * @param doubled rows that the snapshot contains more than once
     * @param stale reported rows that are older than an earlier report about the same row
     * @param uncommitted rows with values that were never committed
     * @param lost changes that are neither in the snapshot nor in the stream
     * @param repeated changes that the stream contains twice, or contains although the snapshot includes them
     * @param differing rows that differ at the end between consumer and server
     * @param surplus rows that exist at the consumer but not on the server at the end; 0 if the consumer reports no deletes
     */
    public record Snapshot(
            long rows,
            @Nullable Long tableRows,
            double seconds,
            @Nullable Double rowsPerSecond,
            boolean incremental,
            @Nullable Boolean consistent,
            long covered,
            ErrorCount missing,
            ErrorCount doubled,
            ErrorCount stale,
            ErrorCount uncommitted,
            long lost,
            ErrorCount repeated,
            ErrorCount differing,
            long surplus) {

        /**
         * The errors of one kind.
         *
         * @param count number of errors
         * @param first table and key of the first error; {@code null} for none, or if unknown
         */
        public record ErrorCount(long count, @Nullable String first) {}
    }
}
