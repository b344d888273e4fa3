// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result;

import io.github.cdctester.config.Plan;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of one consumer under test, by the reports to its probe. docs/consumers.md defines the words.
 *
 * @param name the consumer
 * @param identity how it named what it saw; {@code null} where it never reported anything
 * @param delay from the commit to the moment that the consumer reported it; {@code source} says where commit times come from:
 *     COMMIT_TIMESTAMP as the stream's own, ACKNOWLEDGED, when the write side had the server's answer, or PLAYED, when it was
 *     in a log that is played
 * @param transactions transactions of the measured part that it has shown whole
 * @param rows row changes that it reported; {@code null} where it reports transactions
 * @param bytes bytes that it reported; {@code null} where it did not
 * @param events events that it reported; {@code null} where it did not
 * @param transactionsPerSecond what it showed while the measured part lasted, and no more than is of it, by that part's length: the
 *     one window of the writers', the stream's and the consumers' rates
 * @param rowsPerSecond likewise
 * @param bytesPerSecond likewise
 * @param eventsPerSecond likewise
 * @param verdict whether it lost, repeated or reordered anything; torn transactions are among the missing ones
 * @param delivery what that says of its promise
 * @param torn transactions of which it has shown some rows and not all; by rows only
 * @param firstTorn the first of them, with its numbers
 * @param stray reported transactions that were never committed, as far as that can be known
 * @param firstStray the first of it
 * @param others what it reported that was committed before the measured part, or that the write side was not told of
 * @param unreadable reports that could not be read
 * @param firstUnreadable the first of them
 * @param catchUps when it was behind, and until when
 * @param failure why it broke, as it said; {@code null} if it did not
 * @param notes what a reader of these numbers must know, the worst first
 * @param seconds its course: what happened in each second of the measured part and of the wait after it
 * @param notSeen transactions that had not been seen when the waiting for them ended, and are not lost as they may still come; the
 *     verdict names the first
 * @param drain what it showed after the measured part's end
 * @param playingRatio how much faster than it was recorded it has shown a log that was played; {@code null} where a server wrote it, and
 *     where it has not shown all that it can
 * @param snapshot what was found of its snapshot; {@code null} where that was not judged
 * @param outputKnown whether the run knew what the consumer was to show: from its own load, or from the log that was played
 * @param repeatsAllowed whether it may repeat transactions, as it promises at-least-once delivery
 */
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
        boolean repeatsAllowed) {

    /** Copies the lists. A delivery that was not proven becomes {@code UNKNOWN}: if nothing was checked, or not all has come. */
    public ConsumerResult {
        boolean unchecked = verdict != null && verdict.status() == Verdict.Status.NOT_CHECKED;
        boolean open = notSeen > 0 && delivery != Delivery.AT_MOST_ONCE;
        delivery = unchecked || open ? Delivery.UNKNOWN : delivery;
        catchUps = List.copyOf(catchUps);
        notes = List.copyOf(notes);
        seconds = List.copyOf(seconds);
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
        return supported == verdict
                ? this
                : new ConsumerResult(
                        name,
                        identity,
                        delay,
                        transactions,
                        rows,
                        bytes,
                        events,
                        transactionsPerSecond,
                        rowsPerSecond,
                        bytesPerSecond,
                        eventsPerSecond,
                        supported,
                        delivery,
                        torn,
                        firstTorn,
                        stray,
                        firstStray,
                        others,
                        unreadable,
                        firstUnreadable,
                        catchUps,
                        failure,
                        notes,
                        seconds,
                        notSeen,
                        drain,
                        playingRatio,
                        snapshot,
                        outputKnown,
                        repeatsAllowed);
    }

    /** How a consumer names what it saw. */
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
        /** Nothing was lost and nothing repeated, as far as it was seen. */
        EXACTLY_ONCE,
        /** Something was repeated, and nothing lost. */
        AT_LEAST_ONCE,
        /** Something was lost, and nothing repeated. */
        AT_MOST_ONCE,
        /** Both, or it cannot be told. */
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

    /**
     * A second of its course.
     *
     * @param second its number, from 1
     * @param transactions transactions that were complete at the consumer in it
     * @param behind transactions that were committed and not complete at the consumer, at its end
     * @param p99Millis 99 % of the delays in it are no longer, in ms; {@code null} where there was none
     */
    public record Second(
            long second,
            long transactions,
            long behind,
            @Nullable Double p99Millis) {}

    /**
     * A snapshot of the tables, made while they are written to, and how the stream goes on behind it or beside it. A change is what a
     * transaction leaves of a row.
     *
     * @param rows rows that it showed
     * @param tableRows rows of the stamped tables at the end; {@code null} where these were not read
     * @param seconds from the first row to the last one
     * @param rowsPerSecond rows by that time
     * @param incremental whether it was made in parts beside the stream, and left out rows that the stream showed meanwhile
     * @param consistent whether all rows were of one moment of the log; {@code null} where that is not known, or not to be expected
     * @param covered changes of the run that the snapshot stands for, and the stream need not show
     * @param missing rows of the tables that were not in it
     * @param doubled rows that were in it again
     * @param stale rows that were older than what the consumer had shown of them before
     * @param uncommitted rows with values that nobody has committed
     * @param lost changes that were neither in the snapshot nor in the stream
     * @param repeated changes that the stream showed although the snapshot had them, or showed twice
     * @param differing rows that the consumer had otherwise at the end than the server
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
         * How often something was wrong in one way.
         *
         * @param count how often
         * @param first the first, by its table and key; {@code null} for none, or where it has no name
         */
        public record Fault(long count, @Nullable String first) {}
    }
}
