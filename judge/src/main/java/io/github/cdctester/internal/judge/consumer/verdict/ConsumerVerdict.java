// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.verdict;

import io.github.cdctester.failure.Setting;
import io.github.cdctester.internal.judge.consumer.ledger.ConsumerLedger;
import io.github.cdctester.internal.judge.consumer.ledger.ConsumerLedger.ConsumerFindings;
import io.github.cdctester.internal.judge.consumer.ledger.RowLedger;
import io.github.cdctester.internal.judge.consumer.reference.LogReference;
import io.github.cdctester.internal.judge.consumer.snapshot.SnapshotVerdict;
import io.github.cdctester.internal.judge.verify.Incidents;
import io.github.cdctester.result.ConsumerResult.Delivery;
import io.github.cdctester.result.ConsumerResult.Identity;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.Verdict.Reason;
import io.github.cdctester.result.Verdict.Status;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decides the verdict on one consumer. An unknown fact is neither a fault nor a proof. */
record ConsumerVerdict(
        ConsumerFindings findings,
        @Nullable SnapshotVerdict snapshot,
        JudgedConsumer consumer,
        JudgedRun run,
        boolean writes,
        ConsumerConclusion.Wait drainWait) {

    private Incidents duplicates() {
        return snapshot == null ? findings.duplicated() : snapshot.duplicated(findings.duplicated());
    }

    private Incidents reordered() {
        return snapshot == null ? findings.outOfOrder() : snapshot.outOfOrder(findings.outOfOrder());
    }

    private boolean isAssumedEnded() {
        return consumer.probe().isAssumedEnded()
                && drainWait.inFull()
                && !consumer.feed().hasEnded();
    }

    private String basisText() {
        if (consumer.identity() == null) {
            return Reason.join(Reason.NOTHING_REPORTED.text(), unreadableText());
        }
        Reason byCommits = consumer.identity() == Identity.POSITION ? Reason.REPORTED_POSITIONS : Reason.REPORTED_GTIDS;
        Reason compared = consumer.identity() == Identity.ROW
                ? Reason.REPORTED_STAMPS
                : run.untrackedReason() == null ? byCommits : Reason.LOG_COMPARED;
        return Reason.join(compared.text(), snapshotText(), uncheckedText(), unreadableText());
    }

    private String snapshotText() {
        return snapshot == null ? "" : snapshot.text();
    }

    /** Commits without stamped rows, such as deletes; 0 if the verdict does not depend on stamps only. */
    private long unstampedCommits() {
        Long logged = run.logged();
        boolean judgesDeletions = snapshot != null; // by row, from the log and the tables
        return logged == null
                        || judgesDeletions
                        || consumer.identity() != Identity.ROW
                        || consumer.reference().stampGenerator() == null
                ? 0
                : Math.max(0, logged - consumer.reference().stamps().count());
    }

    private String uncheckedText() {
        String unstampedText =
                unstampedCommits() == 0 ? "" : Reason.UNSTAMPED.text("count", unstampedCommits(), "of", run.logged());
        if (!(consumer.ledger() instanceof RowLedger rows)) {
            return unstampedText;
        }
        String pairsText = rows.notOrdered() == 0 ? "" : Reason.ORDER_UNKNOWN.text("count", rows.notOrdered());
        return Reason.join(
                unstampedText, pairsText, KeyDoubts.text(consumer.readers().tableKeys(), rows.tables()::wouldCount));
    }

    /** Returns why completeness is not proven although no fault was found; {@code null} if it is proven. */
    private @Nullable String doubtReason() {
        if (unstampedCommits() > 0) {
            return basisText();
        }
        Long committed = findings.committed();
        return committed != null && findings.reported() < committed
                ? Reason.SHOWN_IN_PART.text("shown", findings.reported(), "committed", committed)
                : null;
    }

    private String unreadableText() {
        return consumer.unreadable() == 0 ? "" : consumer.unreadableShare();
    }

    /** Returns why the transactions that the consumer must report are unknown; {@code null} if they are known. */
    private @Nullable String unknownReason() {
        JudgedConsumer.Reference reference = consumer.reference();
        LogReference log = reference.log();
        if (consumer.identity() == Identity.ROW) {
            boolean hasLogStamps = log.played() != null && reference.stamps().count() > 0;
            return reference.stampGenerator() != null || hasLogStamps ? log.stampsInDoubt() : Reason.NO_STAMPS.text();
        }
        if (consumer.identity() == null && reference.stamps().count() > 0) {
            return null; // the commits are known by stamp, and the consumer reported none of them
        }
        if (consumer.identity() == Identity.POSITION && log.positions().isUnclear()) {
            return Reason.POSITIONS_AMBIGUOUS.text();
        }
        if (log.played() != null) {
            return null;
        }
        if (!writes) {
            return Reason.OUTPUT_UNKNOWN.text();
        }
        if (run.untrackedReason() != null) {
            return run.wholeLog() && !isPartlyTracked() ? null : Reason.OWN_UNKNOWN.text("why", run.untrackedReason());
        }
        Long logged = run.logged();
        return logged != null && log.acknowledged() < logged
                ? Reason.GTIDS_KNOWN_IN_PART.text("acknowledged", log.acknowledged(), "logged", logged)
                : null;
    }

    /** Returns why a repeated or late report is no proof; else {@code null}. */
    private @Nullable String repeatsDoubt() {
        LogReference log = consumer.reference().log();
        boolean isUnclear =
                consumer.identity() == Identity.POSITION && log.positions().isUnclear();
        return consumer.identity() == Identity.ROW ? log.repeatsInDoubt() : isUnclear ? unknownReason() : null;
    }

    /** Returns true if only some GTIDs of the run's commits are known, because tracking stopped during the run. */
    private boolean isPartlyTracked() {
        return run.untrackedReason() != null
                && consumer.reference().ownGtidsKnown()
                && consumer.identity() != Identity.ROW;
    }

    /** "At least once" requires that no transaction is missing. */
    static Delivery delivery(Verdict verdict) {
        Long missing = verdict.missing();
        boolean hasRepeated = verdict.duplicated() != null && verdict.duplicated() > 0;
        return switch (verdict.status()) {
            case NOT_CHECKED, BEHIND -> Delivery.UNKNOWN;
            case LOST -> hasRepeated ? Delivery.UNKNOWN : Delivery.AT_MOST_ONCE;
            default ->
                missing == null || missing > 0
                        ? Delivery.UNKNOWN
                        : hasRepeated ? Delivery.AT_LEAST_ONCE : Delivery.EXACTLY_ONCE;
        };
    }

    Verdict verdict() {
        String reason = notCheckedReason();
        if (reason != null) {
            return notChecked(reason);
        }
        long behind = countBehind();
        if (unknownReason() == null
                && findings.missing().count() - behind + lostOfSnapshot().count() > 0) {
            return checked(Status.LOST, lostText(behind));
        }
        String repeatsDoubt = repeatsDoubt();
        if (repeatsDoubt != null && duplicates().count() + reordered().count() > 0) {
            return notChecked(repeatsDoubt);
        }
        if (duplicates().count() > 0) {
            return checked(Status.DUPLICATED, Reason.join(basisText(), behindText(behind)));
        }
        if (reordered().count() > 0) {
            return checked(Status.REORDERED, Reason.join(basisText(), behindText(behind)));
        }
        if (unknownReason() != null) {
            return notChecked(Reason.NOT_REPORTED.text(
                    "why", unknownReason(), "count", findings.missing().count()));
        }
        if (run.failureReason() != null) {
            return checked(Status.BEHIND, Reason.RUN_BROKE.text("failure", run.failureReason()));
        }
        if (behind > 0) {
            return checked(Status.BEHIND, Reason.join(behindReason(behind), snapshotText(), unreadableText()));
        }
        if (snapshot != null && snapshot.incomplete().count() > 0) {
            String incomplete = Reason.SNAPSHOT_INCOMPLETE.text("seconds", drainWait.seconds());
            return checked(Status.BEHIND, Reason.join(incomplete, snapshot.text(), unreadableText()));
        }
        if (findings.reported() == 0) {
            return notChecked(Reason.NOTHING_KNOWN.text());
        }
        String doubt = doubtReason();
        return doubt == null ? checked(Status.LOSSLESS, basisText()) : notChecked(doubt);
    }

    /** Returns why the reports allow no verdict, or that nothing was committed; else {@code null}. */
    private @Nullable String notCheckedReason() {
        if (findings.full()) {
            return (snapshot == null ? Reason.MEMORY_FULL : Reason.SNAPSHOT_MEMORY_FULL).text();
        }
        String mixedTable = consumer.ledger() instanceof RowLedger rows ? rows.mixedTable() : "";
        if (!mixedTable.isEmpty()) {
            return Reason.TABLES_MIXED.text("first", mixedTable);
        }
        String unchecked = snapshot == null ? null : snapshot.notCheckedReason();
        if (unchecked != null) {
            return unchecked;
        }
        boolean nothingCommitted = findings.committed() != null && findings.committed() == 0 && !isPartlyTracked();
        if (nothingCommitted) {
            LogReference log = consumer.reference().log();
            boolean judgesStamps = log.played() != null && consumer.identity() == Identity.ROW;
            String doubt = log.stampsInDoubt();
            if (judgesStamps) {
                return doubt == null ? Reason.NO_STAMPED_ROW.text() : doubt;
            }
            return unstampedCommits() > 0 ? basisText() : Reason.NOTHING_COMMITTED_MEASURED.text();
        }
        if (consumer.noVerdictReason() != null) {
            return Reason.join(consumer.noVerdictReason(), unreadableText());
        }
        if (consumer.unreadable() > 0 && consumer.reports() == 0) {
            return Reason.join(unreadableText(), firstUnreadable());
        }
        if (consumer.unreadChanges() > 0) {
            return Reason.join(Reason.CHANGE_UNREADABLE.text(), unreadableText(), firstUnreadable());
        }
        boolean hasReportedNothing = findings.reported() == 0;
        if (hasReportedNothing
                && consumer.readers().unstampedReason() != null) { // stray stamps may come from copies of the rows
            return consumer.readers().unstampedReason();
        }
        if (hasReportedNothing && (findings.stray().count() > 0 || consumer.unreadable() > 0)) {
            return Reason.join(
                    Reason.NONE_OF_THIS_RUN.text("first", findings.stray().first()), unreadableText());
        }
        return null;
    }

    private String firstUnreadable() {
        return Reason.FIRST.text("first", consumer.firstUnreadable());
    }

    /** Expected transactions that were neither reported nor judged lost; {@code null} if they are unknown. */
    @Nullable
    Long notReportedCount() {
        boolean hasReportedWholeLog = Reason.OUTPUT_UNKNOWN.text().equals(unknownReason()) && !hasMissing();
        return findings.full() || unknownReason() != null && !hasReportedWholeLog ? null : (Long) countBehind();
    }

    private Incidents lostOfSnapshot() {
        return snapshot == null ? Incidents.NONE : snapshot.lost(isSettled(), hasMissing());
    }

    private String surplusText() {
        return snapshot == null ? "" : snapshot.surplusText(isSettled(), hasMissing());
    }

    private boolean hasMissing() {
        return findings.missing().count() > 0;
    }

    /** Counts from log index {@code from} to before {@code to}. Returns {@code null} if the losses are unknown. */
    @Nullable
    Long lostBetween(int from, int to) {
        ConsumerLedger ledger = consumer.ledger();
        if (ledger == null || unknownReason() != null || findings.full()) {
            return null;
        }
        int end = countMissingBeforeReported() > 0 ? Math.min(to, ledger.newest() + 1) : from;
        return ledger.missing(from, countBehind() == 0 ? to : end);
    }

    private boolean isSettled() {
        return (consumer.feed().hasEndedBefore(drainWait.untilMicros()) || isAssumedEnded())
                && run.failureReason() == null;
    }

    private long countBehind() {
        boolean settled = isSettled();
        return unknownReason() != null
                ? findings.missing().count()
                : settled ? 0 : findings.missing().count() - countMissingBeforeReported();
    }

    /** Returns 0 if the run failed, or the consumer reordered transactions. */
    private long countMissingBeforeReported() {
        return run.failureReason() == null && reordered().count() == 0 ? findings.missingBeforeReported() : 0;
    }

    private String lostText(long behind) {
        String endedText = isAssumedEnded()
                ? Reason.ASSUMED_ENDED.text("seconds", drainWait.seconds(), "setting", Setting.ASSUME_ENDED)
                : "";
        String orderText = consumer.identity() == Identity.ROW && countMissingBeforeReported() > 0 && !isSettled()
                ? Reason.ORDER_KEPT.text()
                : "";
        return Reason.join(basisText(), surplusText(), tornText(), orderText, endedText, behindText(behind));
    }

    private String tornText() {
        return findings.torn().count() == 0
                ? ""
                : Reason.TORN.text("count", findings.torn().count());
    }

    private String behindText(long behind) {
        return behind == 0 ? "" : Reason.MORE_MAY_COME.text("count", behind, "seconds", drainWait.seconds());
    }

    private String behindReason(long behind) {
        return Reason.BEHIND.text(
                "silent",
                consumer.reports() > 0 || consumer.feed().hasDroppedDeletes() ? null : true,
                "count",
                behind,
                "committed",
                findings.committed(),
                "seconds",
                drainWait.seconds(),
                "first",
                findings.missing().first(),
                "torn",
                tornText().isEmpty() ? null : tornText(),
                "setting",
                Setting.ASSUME_ENDED);
    }

    private Verdict notChecked(String reason) {
        return verdict(Status.NOT_CHECKED, "none", reason, null);
    }

    private Verdict checked(Status status, String reason) {
        long lost = findings.missing().count() - countBehind();
        boolean areLostKnown = unknownReason() == null
                && (status == Status.LOST || lost == findings.missing().count());
        lost += lostOfSnapshot().count();
        return verdict(
                status,
                unknownReason() == null && unstampedCommits() == 0 ? "exact" : "stream",
                reason,
                areLostKnown ? Long.valueOf(lost) : null);
    }

    private Verdict verdict(Status status, String method, String reason, @Nullable Long missing) {
        return new Verdict(
                status,
                method,
                Reason.join(reason, consumer.readers().remarks()),
                writes || consumer.reference().log().played() != null ? findings.committed() : null,
                findings.reported(),
                missing,
                findings.full() ? null : Long.valueOf(duplicates().count()),
                findings.full() ? null : Long.valueOf(reordered().count()),
                run.unknownOutcome(),
                findings.others(),
                offender(status),
                status == Status.LOST
                        ? findings.missing().names().stream()
                                .limit(Math.max(0, findings.missing().count() - countBehind()))
                                .toList()
                        : List.of(),
                List.of(),
                null);
    }

    private @Nullable String offender(Status status) {
        return switch (status) {
            case LOST ->
                findings.missing().count() == 0
                        ? lostOfSnapshot().first()
                        : findings.torn().count() == findings.missing().count()
                                ? findings.torn().first()
                                : findings.missing().first();
            case BEHIND ->
                findings.missing().count() == 0 && snapshot != null
                        ? snapshot.incomplete().first()
                        : findings.missing().first();
            case DUPLICATED -> duplicates().first();
            case REORDERED -> reordered().first();
            default -> null;
        };
    }
}
