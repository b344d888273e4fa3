// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.verdict;

import io.github.cdctester.internal.binlog.PlayedLog;
import io.github.cdctester.internal.judge.consumer.ledger.ConsumerLedger;
import io.github.cdctester.internal.judge.consumer.ledger.ConsumerLedger.ConsumerFindings;
import io.github.cdctester.internal.judge.consumer.ledger.RowLedger;
import io.github.cdctester.internal.judge.consumer.reference.LogReference;
import io.github.cdctester.internal.judge.consumer.snapshot.SnapshotVerdict;
import io.github.cdctester.internal.summary.Durations;
import io.github.cdctester.internal.text.FailureText;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.ConsumerResult.Identity;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.summary.DurationSummary;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Assembles the result of one consumer. */
public record ConsumerConclusion(
        JudgedConsumer consumer, @Nullable SnapshotVerdict snapshot, JudgedRun run, boolean writes, Wait drainWait) {

    /**
     * The wait for the consumers. {@code inFull} is false if a stop request ended it. If a consumer ends after {@code
     * untilMicros} (since the epoch), the end of the run may be the cause.
     */
    public record Wait(double seconds, boolean inFull, long untilMicros) {}

    public ConsumerResult result() {
        consumer.settleIdentity();
        ConsumerLedger ledger = consumer.ledger();
        ConsumerFindings findings = ledger == null ? withoutReports() : ledger.findings();
        ConsumerVerdict consumerVerdict = new ConsumerVerdict(findings, snapshot, consumer, run, writes, drainWait);
        Verdict verdict = consumerVerdict.verdict();
        Throwable failure = consumer.feed().failure();
        boolean reportsRows = consumer.identity() == Identity.ROW;
        DurationSummary delay =
                Durations.of(consumer.delayStart().name(), consumer.timeline().delays());
        ReportCounts counts = consumer.counts();
        ReportCounts inWindow = consumer.windowCounts();
        return new ConsumerResult(
                consumer.probe().name(),
                consumer.identity(),
                delay,
                findings.reported(),
                counts.rows(),
                counts.bytes(),
                counts.events(),
                rate(Math.min(consumer.timeline().arrivedInWindow(), findings.reported())),
                rate(inWindow.rows()),
                rate(inWindow.bytes()),
                rate(inWindow.events()),
                verdict,
                ConsumerVerdict.delivery(verdict),
                reportsRows ? findings.torn().count() : 0,
                findings.torn().first(),
                findings.stray().count(),
                findings.stray().first(),
                findings.others(),
                consumer.unreadable(),
                consumer.firstUnreadable(),
                consumer.catchUps().results(consumerVerdict::lostBetween),
                failure == null ? null : text(failure),
                notes(findings, delay),
                consumer.timeline().seconds(),
                consumerVerdict.notReportedCount(),
                consumer.timeline().drain(findings.reported()),
                playingRatio(consumerVerdict),
                snapshot == null ? null : snapshot.counts(),
                writes || log().played() != null,
                consumer.probe().isAllowedToRepeat(),
                consumer.probe().costMeter().cost().orElse(null),
                consumer.timeline().takeLegs());
    }

    private LogReference log() {
        return consumer.reference().log();
    }

    private double rate(long count) {
        return run.seconds() > 0 ? count / run.seconds() : 0;
    }

    private @Nullable Double rate(@Nullable Long count) {
        return count == null ? null : (Double) rate(count.longValue());
    }

    private static String text(Throwable failure) {
        return FailureText.withRootCause(failure).replaceAll("\\p{Cntrl}+", " ");
    }

    private ConsumerFindings withoutReports() {
        long committed = consumer.committed();
        boolean isCommittedKnown = writes
                        && (run.untrackedReason() == null
                                || consumer.reference().stamps().count() > 0)
                || log().played() != null;
        return ConsumerFindings.nothing(isCommittedKnown ? (Long) committed : null, committed);
    }

    /**
     * Returns the recorded duration divided by the consumer's time; {@code null} if no log was played, or reports were missing.
     */
    private @Nullable Double playingRatio(ConsumerVerdict consumerVerdict) {
        PlayedLog played = log().played();
        long tookMicros = played == null ? 0 : consumer.feed().lastReportMicros() - played.startedMicros();
        return played == null || tookMicros <= 0 || !Long.valueOf(0).equals(consumerVerdict.notReportedCount())
                ? null
                : (Double) (played.recordedSeconds() * 1e6 / tookMicros);
    }

    private List<Note> notes(ConsumerFindings findings, DurationSummary delay) {
        List<Note> notes = new ArrayList<>();
        if (consumer.isSilent()) {
            notes.add(Note.of(Code.CONSUMER_SILENT));
        }
        boolean printsLines = consumer.feed().linesSum() > 0;
        if (consumer.unreadable() > 0 && (consumer.reports() > 0 || !printsLines)) {
            notes.add(Note.of(printsLines ? Code.CONSUMER_LINES_UNREADABLE : Code.CONSUMER_REPORTS_UNREADABLE)
                    .with("count", consumer.unreadable())
                    .with("of", consumer.reportsOrLines())
                    .with("first", consumer.firstUnreadable())
                    .with(
                            "gtidExample",
                            printsLines
                                    ? null
                                    : log().isMariaDb() ? "0-1-7" : "3e11fa47-71ca-11e1-9e33-c80aa9429562:7"));
        }
        if (consumer.otherIdentityReports() > 0) {
            notes.add(Note.of(Code.CONSUMER_IDENTITY_CHANGED)
                    .with("count", consumer.otherIdentityReports())
                    .with("identity", String.valueOf(consumer.identity())));
        }
        if (findings.stray().count() > 0) {
            Code code = consumer.identity() == Identity.POSITION
                    ? Code.CONSUMER_STRAY_POSITIONS
                    : Code.CONSUMER_STRAY_REPORTS;
            notes.add(Note.of(
                    code,
                    "count",
                    findings.stray().count(),
                    "first",
                    findings.stray().first()));
        }
        if (consumer.ledger() instanceof RowLedger rows) {
            notes.addAll(rows.tables().notes());
        }
        if (consumer.identity() == Identity.ROW
                && findings.duplicated().count() > 0
                && run.untrackedReason() == null
                && log().played() == null
                && log().otherClientsCount() > 0) {
            notes.add(Note.of(Code.CONSUMER_DUPLICATES_UNCERTAIN, "foreign", log().otherClientsCount()));
        }
        if (delay.negatives() > 0 && consumer.delayStart() != DelayStart.ACKNOWLEDGED) {
            notes.add(Note.of(Code.CONSUMER_DELAY_NEGATIVE)
                    .with("count", delay.negatives())
                    .with("lowestMillis", -delay.lowestMillis()));
        }
        if (log().times().isIncomplete()) {
            notes.add(Note.of(Code.CONSUMER_DELAY_INCOMPLETE));
        }
        if (snapshot != null) {
            notes.addAll(snapshot.notes(consumer.probe().earlySnapshotRows()));
        }
        return Note.worstFirst(notes);
    }
}
