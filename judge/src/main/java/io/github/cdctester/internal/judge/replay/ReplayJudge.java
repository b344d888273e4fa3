// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.replay;

import io.github.cdctester.internal.judge.replay.ImageReplay.ReplayFindings;
import io.github.cdctester.internal.judge.verify.Incidents;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.Verdict.Reason;
import io.github.cdctester.result.Verdict.ReplaySummary;
import io.github.cdctester.result.Verdict.Status;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Combines a verdict with the findings of the replay: the worse status wins. docs/dev/adr/0013-replay.md explains the terms.
 *
 * @param comparison {@code null} if the tables were not compared at the end
 * @param complete true if the stream has reached the end of the log
 * @param endedEarly true if the replay did not start, or was stopped early
 * @param unclear true if commits have an unknown outcome, so that the tables may differ from the stream without a fault
 */
record ReplayJudge(
        Verdict base,
        ReplayFindings findings,
        @Nullable ImageComparison comparison,
        boolean complete,
        boolean endedEarly,
        boolean unclear) {

    /** {@code null} if unknown. */
    @Nullable
    Boolean imageEqual() {
        boolean equal = comparison != null && comparison.isEqual();
        return comparison == null || !equal && unclear ? null : (Boolean) equal;
    }

    private boolean isExplainedByRepeats() {
        return comparison != null
                && comparison.hasOnlyExtraRows()
                && findings.repeatedUnkeyed().count() > 0;
    }

    private boolean hasDifferences() {
        return Boolean.FALSE.equals(imageEqual());
    }

    long repeated() {
        return findings.repeated().count()
                + (hasDifferences() && isExplainedByRepeats()
                        ? findings.repeatedUnkeyed().count()
                        : 0);
    }

    /** Returns 1 if only gaps or differences show a loss; 0 if the stream is incomplete. */
    private long lostTransactions() {
        if (!complete) {
            return 0;
        }
        boolean hasOpenGap = findings.gaps().count() > 0 && !endedEarly;
        return findings.torn().count() > 0
                ? findings.torn().count()
                : hasOpenGap || hasDifferences() && !isExplainedByRepeats() ? 1 : 0;
    }

    /** Gaps in an incomplete stream count as 1, because the missing change can only arrive late. */
    private long outOfOrder() {
        return findings.late().count() > 0
                ? findings.late().count()
                : findings.gaps().count() > 0 && (!complete || endedEarly) ? 1 : 0;
    }

    long violations() {
        ImageComparison compared = comparison;
        return findings.torn().count()
                + repeated()
                + findings.late().count()
                + findings.gaps().count()
                + (compared != null && hasDifferences() && !isExplainedByRepeats() ? compared.differences() : 0);
    }

    private Status status() {
        return lostTransactions() > 0
                ? Status.LOST
                : repeated() > 0 ? Status.DUPLICATED : outOfOrder() > 0 ? Status.REORDERED : Status.LOSSLESS;
    }

    @Nullable
    String firstOffender() {
        ImageComparison compared = comparison;
        return switch (status()) {
            case LOST ->
                Incidents.firstOf(
                        findings.torn(), findings.gaps(), Incidents.of(0, compared == null ? null : compared.first()));
            case DUPLICATED -> Incidents.firstOf(findings.repeated(), findings.repeatedUnkeyed());
            case REORDERED -> Incidents.firstOf(findings.late(), findings.gaps());
            default -> Incidents.firstOf(findings.torn(), findings.gaps());
        };
    }

    Verdict verdict(ReplaySummary summary) {
        Status worst = status().compareTo(base.status()) > 0 ? status() : base.status();
        String offender = worst == base.status() ? base.firstOffender() : null;
        return new Verdict(
                worst,
                base.method(),
                Reason.join(base.reason(), reasonText(summary)),
                base.committed(),
                base.observed(),
                maxOf(base.missing(), lostTransactions()),
                maxOf(base.duplicated(), repeated()),
                maxOf(base.outOfOrder(), outOfOrder()),
                base.unknownOutcome(),
                base.others(),
                offender == null && worst == status() ? firstOffender() : offender,
                base.lost(),
                base.streams(),
                summary);
    }

    /** Not the sum, because both counts may include the same transactions. */
    private static @Nullable Long maxOf(@Nullable Long baseCount, long replayCount) {
        return replayCount == 0 ? baseCount : Long.valueOf(Math.max(baseCount == null ? 0 : baseCount, replayCount));
    }

    private String reasonText(ReplaySummary summary) {
        List<String> clauses = new ArrayList<>();
        clauses.add(Reason.REPLAYED.text(
                "transactions",
                summary.transactions(),
                "torn",
                nullIfZero(findings.torn().count()),
                "repeated",
                nullIfZero(repeated()),
                "late",
                nullIfZero(findings.late().count())));
        if (findings.gaps().count() > 0) {
            clauses.add(Reason.REPLAY_GAPS.text("rows", findings.gaps().count()));
        }
        ImageComparison compared = comparison;
        if (summary.reason() != null) {
            clauses.add(Reason.REPLAY_ENDED_EARLY.text("why", summary.reason()));
        } else if (compared == null) {
            clauses.add(Reason.IMAGE_NOT_COMPARED.text());
        } else if (compared.isEqual()) {
            clauses.add(Reason.IMAGE_EQUAL.text());
        } else {
            clauses.add(Reason.IMAGE_DIFFERS.text(
                    "rows", compared.differences(), "unclear", hasDifferences() ? null : true));
        }
        return String.join(", ", clauses);
    }

    private static @Nullable Long nullIfZero(long count) {
        return count == 0 ? null : (Long) count;
    }
}
