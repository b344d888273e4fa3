// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.verify;

import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.Verdict.Reason;
import io.github.cdctester.result.Verdict.Status;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Decides the verdict on one stream. An unknown fact is neither a fault nor a proof. */
public final class StreamJudge {

    private final Evidence evidence;
    private final StreamFindings findings;
    private final StreamFindings.PositionFindings positions;
    private final long committed;
    private @Nullable String shortfallText;

    private StreamJudge(Evidence evidence) {
        this.evidence = evidence;
        findings = evidence.findings();
        positions = findings.places();
        committed = evidence.committed() == null ? 0 : evidence.committed();
    }

    public static Verdict verdict(Method method, Evidence evidence) {
        StreamJudge judge = new StreamJudge(evidence);
        return switch (method.kind()) {
            case EXACT -> judge.exactVerdict(method);
            case COUNTS -> judge.countsVerdict(method);
            case CONTINUITY -> judge.continuityVerdict(method);
            case NONE -> judge.uncheckedVerdict(method);
        };
    }

    private Verdict exactVerdict(Method method) {
        if (findings.full()) {
            return countsVerdict(new Method(Method.CheckType.COUNTS, Reason.GTIDS_DO_NOT_FIT.text()));
        }
        // if the server reported a GTID twice, the second report is not another commit
        long reported = Math.min(
                findings.acknowledged(),
                findings.matched()
                        + findings.missing().count()
                        + positions.torn().count());
        if (reported < committed) {
            return countsVerdict(new Method(
                    Method.CheckType.COUNTS,
                    Reason.GTIDS_REPORTED_IN_PART.text("reported", reported, "committed", committed)));
        }
        long missing = findings.missing().count()
                + findings.heartbeats().missing().count()
                + positions.torn().count();
        long outOfOrder = findings.outOfOrder().count()
                + findings.heartbeats().reordered().count();
        Status status = worst(missing, duplicated(), outOfOrder);
        boolean nothingCommitted = findings.acknowledged() == 0 && status == Status.LOSSLESS;
        return createVerdict(
                nothingCommitted ? Status.NOT_CHECKED : status,
                "exact",
                nothingCommitted
                        ? Reason.NOTHING_COMMITTED.text()
                        : Reason.join(method.reason(), tornText(), otherClientsGapsText()),
                findings.acknowledged(),
                missing,
                duplicated(),
                outOfOrder,
                Math.max(0, evidence.observed() - findings.duplicated().count() - findings.matched()));
    }

    private String tornText() {
        return positions.torn().count() == 0
                ? ""
                : Reason.TORN.text("count", positions.torn().count());
    }

    /** If all commits of this run arrived, the gaps belong to other clients. */
    private String otherClientsGapsText() {
        return positions.gaps().count() == 0 || findings.missing().count() > 0 ? "" : gapsText(Reason.GAPS_OF_OTHERS);
    }

    private String gapsText(Reason reason) {
        return reason.text(
                "bytes", positions.gapBytes(), "first", positions.gaps().first());
    }

    private Verdict countsVerdict(Method method) {
        long duplicated = duplicated() + positions.repeated().count();
        long observedOnce = evidence.observed()
                - findings.duplicated().count()
                - positions.repeated().count();
        RowVerdict rows = new RowVerdict(evidence);
        shortfallText = rows.offender();
        long transactions =
                Math.max(0, committed - observedOnce) + positions.torn().count();
        // the number of transactions with missing rows is unknown
        long missing = (transactions == 0 && rows.hasMissingRows() ? 1 : transactions)
                + findings.heartbeats().missing().count();
        long outOfOrder =
                findings.heartbeats().reordered().count() + positions.late().count();
        Status status = worst(missing, duplicated, outOfOrder);
        String reason = Reason.join(method.reason(), tornText(), rows.missingRowsText());
        if (status == Status.LOSSLESS && committed == 0) {
            status = Status.NOT_CHECKED;
            reason = Reason.NOTHING_COMMITTED.text();
        } else if (status == Status.LOSSLESS) {
            Optional<String> doubt =
                    equalCountsDoubt(Math.max(0, observedOnce - committed)).or(rows::doubt);
            status = doubt.isEmpty() ? Status.LOSSLESS : Status.NOT_CHECKED;
            reason = Reason.join(reason, doubt.orElseGet(rows::comparedText));
        }
        return createVerdict(status, "counts", reason, committed, missing, duplicated, outOfOrder, null);
    }

    /** {@code surplus} is arrived transactions minus commits. */
    private Optional<String> equalCountsDoubt(long surplus) {
        long unknownOutcome = evidence.unknownOutcome() == null ? 0 : evidence.unknownOutcome();
        if (surplus > unknownOutcome) {
            return Optional.of(Reason.MORE_THAN_COMMITTED.text("count", surplus - unknownOutcome));
        }
        if (positions.gaps().count() > 0) {
            return Optional.of(gapsText(Reason.COUNTS_EQUAL_WITH_GAPS));
        }
        if (positions.unclear() > 0) {
            return Optional.of(Reason.COUNTS_EQUAL_UNCLEAR.text("count", positions.unclear()));
        }
        if (positions.skippedKnown()) {
            return Optional.of(Reason.COUNTS_EQUAL_RESUMED.text());
        }
        return evidence.isOwnLog() ? Optional.empty() : Optional.of(Reason.COUNTS_EQUAL_ELSEWHERE.text());
    }

    private Verdict continuityVerdict(Method method) {
        boolean hasNumbers = evidence.hasGtids() && evidence.observed() > findings.unnamed();
        long missing =
                findings.heartbeats().missing().count() + positions.torn().count();
        long outOfOrder =
                findings.heartbeats().reordered().count() + positions.late().count();
        Status status = worst(missing, duplicated(), outOfOrder);
        String reason = Reason.join(method.reason(), tornText());
        if (status == Status.LOSSLESS && !hasNumbers && evidence.heartbeats() == 0) {
            status = Status.NOT_CHECKED;
            reason = (evidence.observed() == 0 ? Reason.NO_TRANSACTION : Reason.NO_NUMBERS).text();
        } else if (status == Status.LOSSLESS && findings.full()) {
            status = Status.NOT_CHECKED;
            reason = Reason.GAPS_DO_NOT_FIT.text();
        } else if (status == Status.LOSSLESS && findings.absent().count() > 0) {
            status = Status.NOT_CHECKED;
            reason = Reason.NUMBERS_ABSENT.text(
                    "count",
                    findings.absent().count(),
                    "first",
                    findings.absent().first());
        } else if (status == Status.LOSSLESS && (positions.gaps().count() > 0 || positions.unclear() > 0)) {
            status = Status.NOT_CHECKED;
            reason = positions.gaps().count() > 0
                    ? gapsText(Reason.BYTES_ABSENT)
                    : Reason.POSITIONS_UNCLEAR.text("count", positions.unclear());
        }
        return createVerdict(status, "continuity", reason, null, missing, duplicated(), outOfOrder, null);
    }

    private Verdict uncheckedVerdict(Method method) {
        String incomplete = evidence.incompleteReason();
        return notChecked(
                incomplete == null ? Status.NOT_CHECKED : Status.BEHIND,
                incomplete == null ? method.reason() : incomplete,
                evidence.committed(),
                evidence.observed(),
                evidence.unknownOutcome());
    }

    public static Verdict withoutStream() {
        return notChecked(Status.NOT_CHECKED, Reason.NO_STREAM.text(), null, null, null);
    }

    private static Verdict notChecked(
            Status status,
            String reason,
            @Nullable Long committed,
            @Nullable Long observed,
            @Nullable Long unknownOutcome) {
        return new Verdict(
                status,
                "none",
                reason,
                committed,
                observed,
                null,
                null,
                null,
                unknownOutcome,
                null,
                null,
                List.of(),
                List.of(),
                null);
    }

    private long duplicated() {
        return findings.duplicated().count() + findings.heartbeats().repeated().count();
    }

    /** If the stream did not reach the end of the log, missing transactions are not judged lost. */
    private Status worst(long missing, long duplicated, long outOfOrder) {
        if (evidence.incompleteReason() == null && missing > 0) {
            return Status.LOST;
        }
        if (duplicated > 0) {
            return Status.DUPLICATED;
        }
        if (outOfOrder > 0) {
            return Status.REORDERED;
        }
        return evidence.incompleteReason() == null ? Status.LOSSLESS : Status.BEHIND;
    }

    private Verdict createVerdict(
            Status status,
            String method,
            String reason,
            @Nullable Long counted,
            long missing,
            long duplicated,
            long outOfOrder,
            @Nullable Long others) {
        String incomplete = evidence.incompleteReason();
        boolean isFull = status == Status.LOSSLESS && findings.full();
        // a commit before the heartbeat that starts the measured part is not observed, but matched by its GTID
        long observed =
                method.equals("exact") ? Math.max(evidence.observed(), findings.matched()) : evidence.observed();
        return new Verdict(
                isFull ? Status.NOT_CHECKED : status,
                method,
                incomplete != null ? incomplete : isFull ? Reason.join(reason, Reason.GTIDS_DROPPED.text()) : reason,
                evidence.committed() == null ? null : counted,
                observed,
                incomplete == null ? missing : null,
                duplicated,
                outOfOrder,
                evidence.unknownOutcome(),
                others,
                offender(status),
                status == Status.LOST ? lostTransactions().names() : List.of(),
                List.of(),
                null);
    }

    private @Nullable String offender(Status status) {
        return switch (status) {
            case LOST -> Incidents.firstOf(lostTransactions(), Incidents.of(0, shortfallText), positions.gaps());
            case DUPLICATED ->
                Incidents.firstOf(
                        findings.duplicated(),
                        positions.repeated(),
                        findings.heartbeats().repeated());
            case REORDERED ->
                Incidents.firstOf(
                        findings.outOfOrder(),
                        positions.late(),
                        findings.heartbeats().reordered());
            default -> null;
        };
    }

    private Incidents lostTransactions() {
        return findings.missing()
                .plus(positions.torn())
                .plus(findings.heartbeats().missing());
    }

    /** {@code reason} states why this method was selected, or why the stream is not checked. */
    public record Method(CheckType kind, String reason) {

        public enum CheckType {
            /** Matches each commit by its GTID. */
            EXACT,
            /** Compares the number of transactions on both sides. */
            COUNTS,
            /** Checks that the stream's numbers and positions are consecutive. */
            CONTINUITY,
            NONE
        }
    }
}
