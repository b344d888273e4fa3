// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result;

import io.github.cdctester.config.Plan;
import io.github.cdctester.result.summary.DurationSummary;
import io.github.cdctester.result.summary.Summary;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The result of one consumer under test, by the reports to its probe. docs/judge.md defines the terms.
 *
 * @param name the consumer
 * @param identity how it identified changes; {@code null} if it never reported anything
 * @param delay from the commit to the consumer's report; {@code source} is the source of commit times: COMMIT_TIMESTAMP like the
 *     stream's, ACKNOWLEDGED for the server's answer to the write side, or PLAYED for the moment in a played log
 * @param transactions transactions of the measured part that it reported completely
 * @param rows row changes that it reported; {@code null} if it reports transactions
 * @param bytes reported bytes; {@code null} for none
 * @param events reported events; {@code null} for none
 * @param transactionsPerSecond transactions of the measured part reported during it, by its length: the common window of the
 *     writers', the stream's and the consumers' rates
 * @param rowsPerSecond likewise
 * @param bytesPerSecond likewise
 * @param eventsPerSecond likewise
 * @param verdict whether it lost, repeated or reordered anything; torn transactions are among the missing ones
 * @param delivery the verdict in terms of its delivery guarantee
 * @param torn transactions with some reported rows, but not all; by rows only
 * @param firstTorn the first of them, with its numbers
 * @param stray reported transactions that are not known to be committed
 * @param firstStray the first of them
 * @param others reports about transactions from before the measured part, or unknown to the write side
 * @param unreadable reports that could not be read
 * @param firstUnreadable the first of them
 * @param catchUps periods in which it was behind
 * @param failure its reported failure; {@code null} for none
 * @param notes remarks about these numbers, the worst first
 * @param seconds its course: each second of the measured part and of the wait after it
 * @param notSeen transactions that had not arrived at the end of the wait, and may still arrive; the verdict names the first
 * @param drain reports after the measured part's end
 * @param playingRatio its speed for a played log, relative to the recording; {@code null} with a real server, or if it has not
 *     reported everything
 * @param snapshot the findings about its snapshot; {@code null} if that was not judged
 * @param outputKnown whether the expected reports were known: from the run's load, or from a played log
 * @param repeatsAllowed whether it may repeat transactions, because it guarantees at-least-once delivery
 * @param legs the parts of {@code delay}, between the timestamps in its reports; empty if they have none
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
        long notSeen,
        Summary.Drain drain,
        @Nullable Double playingRatio,
        @Nullable Snapshot snapshot,
        boolean outputKnown,
        boolean repeatsAllowed,
        List<Leg> legs) {

    /** Copies the lists. A delivery that was not proven becomes {@code UNKNOWN}: if nothing was checked, or the data are incomplete. */
    public ConsumerResult {
        boolean unchecked = verdict != null && verdict.status() == Verdict.Status.NOT_CHECKED;
        boolean open = notSeen > 0 && delivery != Delivery.AT_MOST_ONCE;
        delivery = unchecked || open ? Delivery.UNKNOWN : delivery;
        catchUps = List.copyOf(catchUps);
        notes = List.copyOf(notes);
        seconds = List.copyOf(seconds);
        legs = List.copyOf(legs);
    }

    /** {@return true if it repeated transactions, and nothing else is wrong: all came, once or more, in order, and nothing is stray} */
    public boolean hasOnlyRepeated() {
        return verdict.status() == Verdict.Status.DUPLICATED
                && delivery == Delivery.AT_LEAST_ONCE
                && Long.valueOf(0).equals(verdict.outOfOrder())
                && stray == 0;
    }

    /** {@return true if it kept its promise} {@code NOT_CHECKED} is none, except without {@link #outputKnown} if some report matched. */
    public boolean isHeld() {
        boolean matchesNothing = transactions == 0 && unreadable + stray > 0;
        return switch (verdict.status()) {
            case LOSSLESS -> true;
            case NOT_CHECKED -> !outputKnown && !matchesNothing;
            default -> repeatsAllowed && hasOnlyRepeated();
        };
    }

    /** {@return the same with {@linkplain Verdict#supportedBy verdicts that the run supports}} */
    public static List<ConsumerResult> supportedBy(Plan plan, Summary run, List<ConsumerResult> consumers) {
        return consumers.stream()
                .map(consumer -> consumer.supportedBy(plan, run))
                .toList();
    }

    private ConsumerResult supportedBy(Plan plan, Summary run) {
        Verdict supported = verdict == null ? verdict : verdict.supportedBy(plan, run);
        return Objects.equals(supported, verdict)
                ? this
                : ConsumerResultCopy.of(this).verdict(supported).build();
    }

    /** How a consumer identifies changes. */
    public enum Identity {
        /** By GTIDs of whole transactions. */
        GTID,
        /** By the end positions of whole transactions in the log. */
        POSITION,
        /** By the stamps in rows. */
        ROW
    }

    /** The delivery guarantee that a consumer was seen to keep. */
    public enum Delivery {
        /** No lost or repeated transaction was observed. */
        EXACTLY_ONCE,
        /** Something was repeated, and nothing lost. */
        AT_LEAST_ONCE,
        /** Something was lost, and nothing repeated. */
        AT_MOST_ONCE,
        /** Both, or unknown. */
        UNKNOWN
    }

    /**
     * A time in which the consumer was more than a second behind the log.
     *
     * @param fromSecond when it was first seen to be, in seconds from the beginning of the measured part
     * @param toSecond when it was first seen not to be any more; {@code null} if it never was
     * @param mostTransactions how many transactions it was behind at most
     */
    public record CatchUp(double fromSecond, @Nullable Double toSecond, long mostTransactions) {}

    /** A moment on the way of a change. Each has its own clock, so a leg contains the difference of two clocks. */
    public enum Moment {
        /** The commit, by the stream's timestamp or the write side's acknowledgement; converted to the tester's clock. */
        COMMIT("tester"),
        /** The server's time in the report, such as Debezium's {@code source.ts_ms}. */
        SOURCE("server"),
        /** The consumer's time in the report, such as Debezium's {@code ts_ms}. */
        ENVELOPE("consumer"),
        /** The timestamp of the record in Kafka: of its producer, or of the broker with {@code LogAppendTime}. */
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
     * A part of the delay: from one timestamp to the next one in the last report about a transaction. Reports with the same
     * timestamps have the same legs, and the same transactions are in each of them.
     *
     * @param from the earlier moment
     * @param to the later one
     * @param resolutionMillis the coarser resolution of the two timestamps, in ms, as observed: 1000, 1 or 0.001
     * @param delay the durations; {@code negatives} counts transactions whose clocks differ by more than the leg
     */
    public record Leg(Moment from, Moment to, double resolutionMillis, DurationSummary delay) {}

    /**
     * A second of its course.
     *
     * @param second its number, from 1
     * @param transactions transactions that were complete at the consumer in it
     * @param behind transactions that were committed and not complete at the consumer, at its end
     * @param p99Millis 99th percentile of its delays, in ms; {@code null} without a delay
     */
    public record Second(
            long second,
            long transactions,
            long behind,
            @Nullable Double p99Millis) {}

    /**
     * A snapshot of the tables, made during writes, and the stream after it or during it. A change is the state of a row after a
     * transaction.
     *
     * @param rows reported rows
     * @param tableRows rows of the stamped tables at the end; {@code null} if these were not read
     * @param seconds from the first row to the last one
     * @param rowsPerSecond rows by that time
     * @param incremental whether it was made in parts during the stream, and left out rows that the stream contained meanwhile
     * @param consistent whether all rows were of one moment of the log; {@code null} if unknown, or not expected
     * @param covered changes of the run that the snapshot includes, and the stream need not contain
     * @param missing table rows that are missing in it
     * @param doubled rows that it contains more than once
     * @param stale rows older than an earlier report about them
     * @param uncommitted rows with values that were never committed
     * @param lost changes that were neither in the snapshot nor in the stream
     * @param repeated changes that the stream contained although the snapshot included them, or contained twice
     * @param differing rows that differ at the end between consumer and server
     * @param surplus rows that the consumer had at the end and the server did not
     */
    public record Snapshot(
            long rows,
            @Nullable Long tableRows,
            double seconds,
            double rowsPerSecond,
            boolean incremental,
            @Nullable Boolean consistent,
            long covered,
            Fault missing,
            Fault doubled,
            Fault stale,
            Fault uncommitted,
            long lost,
            Fault repeated,
            Fault differing,
            long surplus) {

        /**
         * Number of errors of one kind.
         *
         * @param count how often
         * @param first the first, by its table and key; {@code null} for none, or if it has no name
         */
        public record Fault(long count, @Nullable String first) {}
    }
}
