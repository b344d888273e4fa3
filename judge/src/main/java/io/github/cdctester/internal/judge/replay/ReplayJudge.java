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
 * Makes a verdict worse by the findings of the replay. docs/dev/adr/0013-replay.md explains the names.
 *
 * @param comparison result of the final comparison with the tables, if any
 * @param complete whether the stream is complete
 * @param unclear whether the tables may contain more than the stream, because the outcome of some commits is unknown
 */
record ReplayJudge(
        Verdict base,
        ReplayFindings found,
        @Nullable ImageComparison comparison,
        boolean complete,
        boolean endedEarly,
        boolean unclear) {

    /** Returns whether the tables equal the stream's image; {@code null} if unknown. */
    @Nullable
    Boolean imageEqual() {
        boolean equal = comparison != null && comparison.isEqual();
        return comparison == null || !equal && unclear ? null : (Boolean) equal;
    }

    private boolean onlyMore() {
        return comparison != null
                && comparison.hasOnlyExtraRows()
                && found.repeatedUnkeyed().count() > 0;
    }

    private boolean isUnequal() {
        return Boolean.FALSE.equals(imageEqual());
    }

    long repeated() {
        return found.repeated().count()
                + (isUnequal() && onlyMore() ? found.repeatedUnkeyed().count() : 0);
    }

    /** A torn transaction is one; how many are behind rows that lack a change is not known. */
    private long lostRows() {
        if (!complete) {
            return 0;
        }
        boolean open = found.gaps().count() > 0 && !endedEarly;
        return found.torn().count() > 0 ? found.torn().count() : open || isUnequal() && !onlyMore() ? 1 : 0;
    }

    /** A missing change may still come, but not in its place. */
    private long outOfOrder() {
        return found.late().count() > 0
                ? found.late().count()
                : found.gaps().count() > 0 && (!complete || endedEarly) ? 1 : 0;
    }

    long violations() {
        ImageComparison compared = comparison;
        return found.torn().count()
                + repeated()
                + found.late().count()
                + found.gaps().count()
                + (compared != null && isUnequal() && !onlyMore() ? compared.rows() : 0);
    }

    private Status status() {
        return lostRows() > 0
                ? Status.LOST
                : repeated() > 0 ? Status.DUPLICATED : outOfOrder() > 0 ? Status.REORDERED : Status.LOSSLESS;
    }

    /** The first of the gravest kind. */
    @Nullable
    String firstOffender() {
        ImageComparison compared = comparison;
        return switch (status()) {
            case LOST ->
                Incidents.firstOf(
                        found.torn(), found.gaps(), Incidents.of(0, compared == null ? null : compared.first()));
            case DUPLICATED -> Incidents.firstOf(found.repeated(), found.repeatedUnkeyed());
            case REORDERED -> Incidents.firstOf(found.late(), found.gaps());
            default -> Incidents.firstOf(found.torn(), found.gaps());
        };
    }

    Verdict verdict(ReplaySummary summary) {
        Status worst = status().compareTo(base.status()) > 0 ? status() : base.status();
        String offender = worst == base.status() ? base.firstOffender() : null;
        return new Verdict(
                worst,
                base.method(),
                Reason.join(base.reason(), words(summary)),
                base.committed(),
                base.observed(),
                most(base.missing(), lostRows()),
                most(base.duplicated(), repeated()),
                most(base.outOfOrder(), outOfOrder()),
                base.unknownOutcome(),
                base.others(),
                offender == null && worst == status() ? firstOffender() : offender,
                base.lost(),
                base.streams(),
                summary);
    }

    /** Both may have found the same transactions. */
    private static @Nullable Long most(@Nullable Long one, long other) {
        return other == 0 ? one : Long.valueOf(Math.max(one == null ? 0 : one, other));
    }

    private String words(ReplaySummary summary) {
        List<String> words = new ArrayList<>();
        words.add(Reason.REPLAYED.text(
                "transactions",
                summary.transactions(),
                "torn",
                some(found.torn().count()),
                "repeated",
                some(repeated()),
                "late",
                some(found.late().count())));
        if (found.gaps().count() > 0) {
            words.add(Reason.REPLAY_GAPS.text("rows", found.gaps().count()));
        }
        ImageComparison compared = comparison;
        if (summary.reason() != null) {
            words.add(Reason.REPLAY_ENDED_EARLY.text("why", summary.reason()));
        } else if (compared == null) {
            words.add(Reason.IMAGE_NOT_COMPARED.text());
        } else if (compared.isEqual()) {
            words.add(Reason.IMAGE_EQUAL.text());
        } else {
            words.add(Reason.IMAGE_DIFFERS.text("rows", compared.rows(), "unclear", isUnequal() ? null : true));
        }
        return String.join(", ", words);
    }

    private static @Nullable Long some(long count) {
        return count == 0 ? null : (Long) count;
    }
}
