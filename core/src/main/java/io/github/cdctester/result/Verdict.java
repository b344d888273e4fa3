// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result;

import io.github.cdctester.config.Plan;
import io.github.cdctester.config.Plan.Verification;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Whether the stream carried what was committed: once, in order, and all of it. docs/verdict.md defines the words.
 *
 * @param status the answer; of several streams the worst
 * @param method how it was found: {@code exact}, {@code counts}, {@code continuity}, or {@code none} where nothing was
 *     compared
 * @param reason why by that method, or why nothing can be said
 * @param committed transactions that the write side committed and that changed rows, or {@code null} where somebody else
 *     wrote
 * @param observed transactions in the stream, without heartbeats; {@code null} where no stream was followed
 * @param missing committed but not seen; {@code null} where not checked
 * @param duplicated seen more than once; {@code null} where not checked
 * @param outOfOrder seen in another order; {@code null} where not checked
 * @param unknownOutcome commits that were not acknowledged, which may be in the stream or not; {@code null} where somebody
 *     else wrote
 * @param others transactions in the stream that the write side was not told of: other people's, and those of
 *     {@code unknownOutcome} that were committed; {@code null} where they cannot be told apart
 * @param firstOffender the first transaction that is wrong, or {@code null}
 * @param lost what is missing, by GTID, {@code file:offset} or {@code cdc_seq} stamp, in order: the first 10,000; empty where nothing
 *     is, or where it is only known how many
 * @param streams the verdict on each of several streams; empty for one
 * @param replay what the replay of row images found, where that was asked for; else {@code null}
 */
public record Verdict(
        Status status,
        String method,
        String reason,
        @Nullable Long committed,
        @Nullable Long observed,
        @Nullable Long missing,
        @Nullable Long duplicated,
        @Nullable Long outOfOrder,
        @Nullable Long unknownOutcome,
        @Nullable Long others,
        @Nullable String firstOffender,
        List<String> lost,
        List<OfStream> streams,
        @Nullable ReplaySummary replay) {

    /** The answers, the better ones first. */
    public enum Status {
        /** Everything arrived, once and in order. */
        LOSSLESS,
        /** Nothing was compared, or what was compared does not say. */
        NOT_CHECKED,
        /** The end of the stream had not arrived when waiting for it ended. */
        BEHIND,
        /** Something arrived in another order. */
        REORDERED,
        /** Something arrived twice. */
        DUPLICATED,
        /** Something is missing. */
        LOST;

        /** {@return true if the stream was found wrong, or its end was not seen, so that a command fails} */
        public boolean isBad() {
            return this != LOSSLESS && this != NOT_CHECKED;
        }
    }

    /**
     * The verdict on one of several streams.
     *
     * @param name the stream
     * @param verdict what was found of it
     */
    public record OfStream(String name, Verdict verdict) {}

    private static final Comparator<Verdict> BADNESS =
            Comparator.comparing(Verdict::status).thenComparingLong(Verdict::lacking);

    /** Copies the lists. If the other values contradict {@code LOSSLESS}, it becomes {@code NOT_CHECKED} with the reason. */
    public Verdict {
        lost = List.copyOf(lost);
        streams = List.copyOf(streams);
        String contradiction = status == Status.LOSSLESS ? contradiction(committed, observed, streams) : null;
        if (contradiction != null) {
            status = Status.NOT_CHECKED;
            reason = contradiction + (reason.isEmpty() ? "" : "; " + reason);
        }
    }

    private static @Nullable String contradiction(
            @Nullable Long committed, @Nullable Long observed, List<OfStream> streams) {
        if (committed != null && observed != null && observed < committed) {
            return String.format(
                    Locale.ROOT, "only %,d of %,d committed transactions were observed", observed, committed);
        }
        return streams.stream()
                .filter(stream -> stream.verdict().status() != Status.LOSSLESS)
                .findFirst()
                .map(stream ->
                        "stream " + stream.name() + ": " + stream.verdict().reason())
                .orElse(null);
    }

    /**
     * {@return the same; {@code NOT_CHECKED} instead of {@code LOSSLESS} if fewer transactions were compared than written, or by a weaker
     * method than the {@code EXACT} that was asked for}
     */
    public Verdict supportedBy(Plan plan, Summary summary) {
        List<OfStream> each = streams.stream()
                .map(stream -> new OfStream(stream.name(), stream.verdict().supportedBy(plan, summary)))
                .toList();
        long logged = summary.write() == null ? 0 : summary.write().logged();
        String doubt = status != Status.LOSSLESS
                ? null
                : committed != null && committed < logged
                        ? String.format(Locale.ROOT, "only %,d of %,d commits were compared", committed, logged)
                        : plan.verification() == Verification.EXACT && !method.equals("exact")
                                ? "an exact verdict was asked for, and this one is by " + method
                                : null;
        return each.equals(streams) && doubt == null
                ? this
                : with(
                        doubt == null ? status : Status.NOT_CHECKED,
                        doubt == null ? reason : doubt + (reason.isEmpty() ? "" : "; " + reason),
                        each,
                        replay);
    }

    /** {@return the same as {@code NOT_CHECKED}, for a reason} */
    public Verdict notChecked(String why) {
        return with(Status.NOT_CHECKED, why, streams, replay);
    }

    private Verdict with(Status other, String why, List<OfStream> each, @Nullable ReplaySummary replayed) {
        return new Verdict(
                other,
                method,
                why,
                committed,
                observed,
                missing,
                duplicated,
                outOfOrder,
                unknownOutcome,
                others,
                firstOffender,
                lost,
                each,
                replayed);
    }

    /**
     * Shows the answer with its number, and if only numbers and positions were compared. Transactions that were not seen,
     * or came in another order, are added to repeated ones.
     *
     * @return such as {@code LOST 3}, {@code LOSSLESS by counts} or {@code DUPLICATED 1, 691 of 778 not seen}
     */
    public String headline() {
        Long count = switch (status) {
            case LOST -> missing;
            case DUPLICATED -> duplicated;
            case REORDERED -> outOfOrder;
            default -> null;
        };
        if (status == Status.LOSSLESS && !method.equals("exact")) {
            return "LOSSLESS by " + method;
        }
        return count == null ? status.name() : status + " " + count + besides();
    }

    /**
     * Puts the verdicts on several streams below the worst of them; of equally bad ones that is the one which lacks most.
     *
     * @param verdicts one or more
     * @return the worst, with the others in it
     */
    public static Verdict worstOf(List<OfStream> verdicts) {
        OfStream worst = verdicts.get(0);
        for (OfStream stream : verdicts) {
            if (BADNESS.compare(stream.verdict(), worst.verdict()) > 0) {
                worst = stream;
            }
        }
        Verdict of = worst.verdict();
        String reason = of.status() == Status.LOSSLESS ? of.reason : "stream " + worst.name() + ": " + of.reason;
        return of.with(of.status, reason, verdicts, null);
    }

    /** Describes faults other than repeated or reordered transactions. */
    private String besides() {
        boolean unseen = (status == Status.DUPLICATED || status == Status.REORDERED) && lacking() > 0;
        boolean late = status == Status.DUPLICATED && outOfOrder != null && outOfOrder > 0;
        return (unseen ? ", " + lacking() + (committed == null ? "" : " of " + committed) + " not seen" : "")
                + (late ? ", " + outOfOrder + " out of order" : "");
    }

    /** The missing transactions, or, where that is not known, the committed ones that have not been seen. */
    private long lacking() {
        if (missing != null) {
            return missing;
        }
        return committed == null || observed == null ? 0 : Math.max(0, committed - observed);
    }

    /**
     * The findings of the replay of row images. docs/verdict.md defines the words.
     *
     * @param tables the tables that were followed
     * @param notCompared columns of theirs that were left out, as their values cannot be compared exactly
     * @param rows rows in the tables, at the end by what came; where that is not known, at the beginning
     * @param transactions transactions that changed rows of these tables, all of which were looked at
     * @param changes rows that they changed
     * @param violations all that was wrong: the next four, and rows that differ at the end
     * @param torn transactions that changed a sum which no transaction of the workload changes
     * @param repeated transactions that came again, or had a change twice
     * @param late transactions behind one that began with what they left
     * @param gaps rows that went from one state to another without a change that leads there
     * @param rowsDifferent rows in which the tables and what came differ at the end; {@code null} where they were not compared
     * @param imageEqual whether the tables held at the end what came; {@code null} where they were not compared, or commits of
     *     unknown outcome may make the difference
     * @param firstOffender the first thing that was wrong, of the gravest kind; {@code null} for none
     * @param imageBytes the memory that the image took at most
     * @param reason why the replay ended before the stream did; {@code null} if it did not
     */
    public record ReplaySummary(
            List<String> tables,
            List<String> notCompared,
            long rows,
            long transactions,
            long changes,
            long violations,
            long torn,
            long repeated,
            long late,
            long gaps,
            @Nullable Long rowsDifferent,
            @Nullable Boolean imageEqual,
            @Nullable String firstOffender,
            long imageBytes,
            @Nullable String reason) {

        public ReplaySummary {
            tables = List.copyOf(tables);
            notCompared = List.copyOf(notCompared);
        }
    }
}
