// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result;

import io.github.cdctester.config.Plan;
import io.github.cdctester.config.Plan.Verification;
import io.github.cdctester.result.summary.Summary;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The verdict on a stream: whether it contained all commits exactly once and in order. docs/measures.md defines the terms.
 *
 * @param status the result; for several streams, the worst result
 * @param method method of the comparison: {@code exact}, {@code counts}, {@code continuity}, or {@code none}
 * @param reason reason for the method, or for a missing verdict
 * @param committed transactions that the write side committed and that changed rows; {@code null} if another program wrote
 * @param observed transactions in the stream, without heartbeats; {@code null} without a stream
 * @param missing committed transactions that are not in the stream; {@code null} if not checked
 * @param duplicated transactions that arrived more than once; {@code null} if not checked
 * @param outOfOrder transactions that arrived out of order; {@code null} if not checked
 * @param unknownOutcome commits without acknowledgement, which may or may not be in the stream; {@code null} if another program
 *     wrote
 * @param others transactions in the stream whose commit was not acknowledged to the write side: transactions of other clients,
 *     and committed transactions of {@code unknownOutcome}. {@code null} if they cannot be distinguished.
 * @param firstOffender the first missing, repeated or reordered transaction; {@code null} for none
 * @param lost the first 10,000 missing transactions in order, by GTID, {@code file:offset} or {@code cdc_seq} stamp; empty for
 *     none, or if only their number is known
 * @param streams the verdicts on single streams; empty if there is only one stream
 * @param replay findings of the replay of row images; {@code null} if not requested
 */
@RecordBuilder
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

    /** The clauses that form the reason of a verdict. docs/notes.md explains each clause. */
    public enum Reason {
        GTIDS_COMPARED,
        STAMPS_IN_STREAMS,
        REPORTED_STAMPS,
        REPORTED_GTIDS,
        REPORTED_POSITIONS,
        LOG_COMPARED,
        COUNTS_REQUESTED,
        NOT_EXACT,
        COUNTS_COMPARED,
        ROWS_COUNTED,
        ROWS_NOT_COMPARED,
        TABLES_TOO_MANY,
        ROWS_UNCOUNTED,
        LOGGED_AS_STATEMENTS,
        NUMBERS_COMPARED,
        ORDER_NOT_JUDGED,
        OBSERVED_IN_PART,
        COMPARED_IN_PART,
        EXACT_NOT_POSSIBLE,
        VERIFY_OFF,
        NO_STREAM,
        NOTHING_COMMITTED,
        NOTHING_COMMITTED_MEASURED,
        NO_TRANSACTION,
        NO_NUMBERS,
        NOTHING_TO_COMPARE,
        COMMITS_UNKNOWN,
        NOT_EXACT_AND_NODE_LOST,
        PART_OF_LOG,
        NO_GTIDS,
        COMMITS_NOT_FOLLOWED,
        GTIDS_OF_OTHER_KIND,
        GTIDS_DO_NOT_FIT,
        GTIDS_REPORTED_IN_PART,
        GTIDS_DROPPED,
        GAPS_DO_NOT_FIT,
        TORN,
        TORN_BY_STREAM,
        ROWS_LACKING,
        GAPS_OF_OTHERS,
        MORE_THAN_COMMITTED,
        COUNTS_EQUAL_WITH_GAPS,
        COUNTS_EQUAL_UNCLEAR,
        COUNTS_EQUAL_RESUMED,
        COUNTS_EQUAL_ELSEWHERE,
        TABLE_ABSENT,
        ROWS_SURPLUS,
        NUMBERS_ABSENT,
        BYTES_ABSENT,
        POSITIONS_UNCLEAR,
        INCIDENT,
        CONNECTOR_SKIPPED_EVENTS,
        RUN_BROKE,
        END_NOT_SEEN,
        NO_HEARTBEAT,
        UNSTAMPED_IN_STREAMS,
        DELETIONS_UNKNOWN,
        DELETIONS_NOT_REPORTED,
        DELETIONS_SURPLUS,
        ROWS_UNREADABLE,
        COLUMNS_DIFFER,
        MEMORY_FULL,
        NOTHING_REPORTED,
        NOTHING_KNOWN,
        UNSTAMPED,
        ORDER_UNKNOWN,
        WHOLE_ROW_AS_KEY,
        ID_AS_KEY,
        SHOWN_IN_PART,
        NO_STAMPS,
        NO_STAMPED_ROW,
        STAMPS_REUSED,
        CASCADES_KEEP_STAMPS,
        POSITIONS_AMBIGUOUS,
        OUTPUT_UNKNOWN,
        OWN_UNKNOWN,
        GTIDS_KNOWN_IN_PART,
        NOT_REPORTED,
        TABLES_MIXED,
        LINES_UNREADABLE,
        REPORTS_UNREADABLE,
        FIRST,
        CHANGE_UNREADABLE,
        NONE_OF_THIS_RUN,
        ORDER_KEPT,
        ASSUMED_ENDED,
        MORE_MAY_COME,
        BEHIND,
        NO_CHANGE,
        NO_ROWS,
        NO_STAMP_IN_ROWS,
        NO_END,
        ENDS_TOO_FAR,
        FIRST_LINE,
        FEWER_ROWS,
        SNAPSHOT_COMPARED,
        SNAPSHOT_SURPLUS,
        NO_SNAPSHOT_ROW,
        SNAPSHOT_INCOMPLETE,
        TABLES_NOT_READ,
        KEYS_DIFFER,
        ROW_DIFFERS,
        SNAPSHOT_MEMORY_FULL,
        SNAPSHOT_TOO_LARGE,
        REPLAYED,
        REPLAY_GAPS,
        REPLAY_ENDED_EARLY,
        IMAGE_NOT_COMPARED,
        IMAGE_EQUAL,
        IMAGE_DIFFERS;

        /**
         * Returns the sentence of the clause, filled with arguments.
         *
         * @param arguments alternating names and values; a {@code null} value is omitted
         * @return the clause, without capital letter and full stop
         */
        public String text(@Nullable Object... arguments) {
            return sentence(this, arguments);
        }

        /**
         * Returns the text of a constant, for example a part of a clause. Its key in the resource is {@code Enum.CONSTANT}.
         *
         * @param code the constant
         * @param arguments alternating names and values, see {@link #text}
         * @return the sentence
         */
        public static String sentence(Enum<?> code, @Nullable Object... arguments) {
            Map<String, Object> namedArguments = new HashMap<>();
            for (int i = 0; i < arguments.length; i += 2) {
                namedArguments.put(String.valueOf(arguments[i]), arguments[i + 1]);
            }
            return Sentences.text(code, namedArguments);
        }

        /** {@return the nonempty clauses, joined by semicolons} */
        public static String join(String... clauses) {
            return Stream.of(clauses).filter(clause -> !clause.isEmpty()).collect(Collectors.joining("; "));
        }
    }

    /** The results, best first. */
    public enum Status {
        /** All transactions arrived exactly once and in order. */
        LOSSLESS,
        /** Nothing was compared, or the comparison is inconclusive. */
        NOT_CHECKED,
        /** The end of the stream did not arrive within the time limit. */
        BEHIND,
        /** A transaction arrived out of order. */
        REORDERED,
        /** A transaction arrived more than once. */
        DUPLICATED,
        /** A transaction is missing. */
        LOST;

        /** {@return true if the stream has an error or its end did not arrive, so that a command fails} */
        public boolean isBad() {
            return this != LOSSLESS && this != NOT_CHECKED;
        }
    }

    /**
     * The verdict on one of several streams.
     *
     * @param name name of the stream
     * @param verdict verdict on the stream
     */
    public record OfStream(String name, Verdict verdict) {}

    /** By status, then by missing, repeated and reordered transactions; the worst is the greatest. */
    public static final Comparator<Verdict> BY_SEVERITY = Comparator.comparing(Verdict::status)
            .thenComparingLong(Verdict::missingCount)
            .thenComparing(Verdict::duplicated, Comparator.nullsFirst(Comparator.naturalOrder()))
            .thenComparing(Verdict::outOfOrder, Comparator.nullsFirst(Comparator.naturalOrder()));

    /** Copies the lists. If other values contradict {@code LOSSLESS}, the status becomes {@code NOT_CHECKED} with a reason. */
    public Verdict {
        lost = List.copyOf(lost);
        streams = List.copyOf(streams);
        String contradiction = status == Status.LOSSLESS ? contradiction(committed, observed, streams) : null;
        if (contradiction != null) {
            status = Status.NOT_CHECKED;
            reason = Reason.join(contradiction, reason);
        }
    }

    private static @Nullable String contradiction(
            @Nullable Long committed, @Nullable Long observed, List<OfStream> streams) {
        if (committed != null && observed != null && observed < committed) {
            return Reason.OBSERVED_IN_PART.text("observed", observed, "committed", committed);
        }
        return streams.stream()
                .filter(stream -> stream.verdict().status() != Status.LOSSLESS)
                .findFirst()
                .map(stream ->
                        "stream " + stream.name() + ": " + stream.verdict().reason())
                .orElse(null);
    }

    /**
     * {@return this verdict, with {@code NOT_CHECKED} instead of {@code LOSSLESS} if fewer transactions were compared than
     * written, or if the method is weaker than the requested {@code EXACT}}
     */
    public Verdict supportedBy(Plan plan, Summary summary) {
        List<OfStream> supportedStreams = streams.stream()
                .map(stream -> new OfStream(stream.name(), stream.verdict().supportedBy(plan, summary)))
                .toList();
        long logged = summary.write() == null ? 0 : summary.write().logged();
        String contradiction = status != Status.LOSSLESS
                ? null
                : committed != null && committed < logged
                        ? Reason.COMPARED_IN_PART.text("committed", committed, "logged", logged)
                        : plan.verification() == Verification.EXACT && !method.equals("exact")
                                ? Reason.EXACT_NOT_POSSIBLE.text("method", method)
                                : null;
        return supportedStreams.equals(streams) && contradiction == null
                ? this
                : VerdictCopy.of(this)
                        .status(contradiction == null ? status : Status.NOT_CHECKED)
                        .reason(contradiction == null ? reason : Reason.join(contradiction, reason))
                        .streams(supportedStreams)
                        .build();
    }

    /** {@return a copy with status {@code NOT_CHECKED} and a reason} */
    public Verdict notChecked(String cause) {
        return VerdictCopy.of(this).status(Status.NOT_CHECKED).reason(cause).build();
    }

    /**
     * Returns the status with the number of affected transactions. {@code LOSSLESS} is followed by the method, unless this is
     * {@code exact}. {@code LOST}, {@code DUPLICATED} and {@code REORDERED} are followed by the other faults.
     *
     * @return for example {@code LOST 3}, {@code LOSSLESS by counts} or {@code DUPLICATED 1, 691 of 778 not seen}
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
        return count == null ? status.name() : status + " " + count + otherFaults();
    }

    /**
     * Combines the verdicts on several streams. The result contains the values of the worst verdict; if several are
     * equally bad, of the verdict with the most missing, repeated and reordered transactions.
     *
     * @param verdicts at least one verdict
     * @return the worst verdict, which also contains the verdicts on all streams
     */
    public static Verdict worstOf(List<OfStream> verdicts) {
        OfStream worst = Collections.max(verdicts, Comparator.comparing(OfStream::verdict, BY_SEVERITY));
        Verdict verdict = worst.verdict();
        String reason =
                verdict.status() == Status.LOSSLESS ? verdict.reason : "stream " + worst.name() + ": " + verdict.reason;
        return VerdictCopy.of(verdict)
                .reason(reason)
                .streams(verdicts)
                .replay(null)
                .build();
    }

    /** Returns missing, repeated and reordered transactions, except the fault that the status names. */
    private String otherFaults() {
        boolean hasMissing = status != Status.LOST && missingCount() > 0;
        boolean hasRepeated = status != Status.DUPLICATED && duplicated != null && duplicated > 0;
        boolean hasReordered = status != Status.REORDERED && outOfOrder != null && outOfOrder > 0;
        return (hasMissing ? ", " + missingCount() + (committed == null ? "" : " of " + committed) + " not seen" : "")
                + (hasRepeated ? ", " + duplicated + " repeated" : "")
                + (hasReordered ? ", " + outOfOrder + " out of order" : "");
    }

    /** Returns the number of missing transactions; if unknown, of committed transactions that did not arrive. */
    private long missingCount() {
        if (missing != null) {
            return missing;
        }
        return committed == null || observed == null ? 0 : Math.max(0, committed - observed);
    }

    /**
     * The findings of the replay, which applies the row images in the stream to a copy of the tables, the image. docs/measures.md
     * defines the terms.
     *
     * @param tables the followed tables
     * @param notCompared columns that are excluded, because their values cannot be compared exactly
     * @param rows rows in the final image; if unknown, in the initial image
     * @param transactions checked transactions: all transactions that changed rows of these tables
     * @param changes changed rows
     * @param violations number of all faults: the sum of {@code torn}, {@code repeated}, {@code late}, {@code gaps} and
     *     {@code rowsDifferent}
     * @param torn transactions that changed a constant sum of the workload
     * @param repeated repeated transactions, and transactions with a repeated change
     * @param late transactions that arrived after a transaction that depends on them
     * @param gaps rows whose before-image differs from the image: a change is missing in the stream
     * @param rowsDifferent rows that differ between tables and image at the end; {@code null} if not compared
     * @param imageEqual whether the tables equal the image at the end; {@code null} if not compared, or if unknown
     *     outcomes may explain a difference
     * @param firstOffender the first fault of the most severe kind; {@code null} for none
     * @param imageBytes the maximum memory of the image
     * @param reason reason if the replay ended before the stream; {@code null} if it did not
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
