// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.judge.replay.ImageReplay.ReplayFindings;
import io.github.cdctester.internal.judge.verify.Incidents;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.Verdict.ReplaySummary;
import io.github.cdctester.result.Verdict.Status;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplayJudgeTest {

    @ParameterizedTest
    @CsvSource({
        // torn, repeated, late, gaps | base | complete, ended early | status, missing, duplicated, out of order
        "0, 0, 0, 0, LOSSLESS,    true,  false, LOSSLESS,    0, 0, 0",
        "0, 0, 0, 0, NOT_CHECKED, true,  false, NOT_CHECKED, 0, 0, 0",
        "2, 0, 0, 3, LOSSLESS,    true,  false, LOST,        2, 0, 0",
        "0, 0, 0, 3, LOSSLESS,    true,  false, LOST,        1, 0, 0",
        "0, 0, 0, 3, NOT_CHECKED, true,  false, LOST,        1, 0, 0",
        "0, 0, 0, 3, LOSSLESS,    true,  true,  REORDERED,   0, 0, 1",
        "0, 0, 0, 3, BEHIND,      false, false, REORDERED,   0, 0, 1",
        "1, 0, 0, 0, BEHIND,      false, false, BEHIND,      0, 0, 0",
        "0, 2, 0, 0, LOSSLESS,    true,  false, DUPLICATED,  0, 2, 0",
        "0, 2, 1, 0, LOSSLESS,    true,  false, DUPLICATED,  0, 2, 1",
        "0, 0, 4, 0, LOSSLESS,    true,  false, REORDERED,   0, 0, 4",
        "0, 0, 4, 0, DUPLICATED,  true,  false, DUPLICATED,  0, 0, 4"
    })
    void combinesFindingsWithBaseStatus(
            long torn,
            long repeated,
            long late,
            long gaps,
            Status base,
            boolean isComplete,
            boolean endedEarly,
            Status status,
            long missing,
            long duplicated,
            long outOfOrder) {
        ReplayFindings found = findings(torn, repeated, 0, late, gaps);
        Verdict verdict = judge(base(base, 0), found, null, isComplete, endedEarly, false);
        assertThat(verdict.status()).isEqualTo(status);
        assertThat(verdict.missing()).isEqualTo(missing);
        assertThat(verdict.duplicated()).isEqualTo(duplicated);
        assertThat(verdict.outOfOrder()).isEqualTo(outOfOrder);
        assertThat(verdict.replay().violations()).isEqualTo(torn + repeated + late + gaps);
    }

    @Test
    void countsEachFaultOnce() {
        ReplayFindings found = findings(1, 0, 0, 0, 2);
        assertThat(judge(base(Status.LOST, 3), found, null, true, false, false).missing())
                .isEqualTo(3);
        assertThat(judge(base(Status.LOST, 3), found, null, true, false, false).firstOffender())
                .isEqualTo("the first");
    }

    @Test
    void isLostIfTablesDiffer() {
        Verdict verdict =
                judge(base(Status.LOSSLESS, 0), onlyUnkeyedRepeats(0), comparisonWithExtraRow(), true, false, false);
        assertThat(verdict.status()).isEqualTo(Status.LOST);
        assertThat(verdict.firstOffender())
                .isEqualTo(
                        "at the end, table t, n 7: received changes created the row, but the table does not have it");
    }

    @Test
    void isLosslessIfUnknownOutcomeMayExplainDifference() {
        Verdict verdict =
                judge(base(Status.LOSSLESS, 0), onlyUnkeyedRepeats(0), comparisonWithExtraRow(), true, false, true);
        assertThat(verdict.status()).isEqualTo(Status.LOSSLESS);
        assertThat(verdict.reason()).contains("commits with unknown outcome");
    }

    @Test
    void isDuplicatedIfUnkeyedRowsRepeat() {
        Verdict verdict =
                judge(base(Status.LOSSLESS, 0), onlyUnkeyedRepeats(1), comparisonWithExtraRow(), true, false, false);
        assertThat(verdict.status()).isEqualTo(Status.DUPLICATED);
        assertThat(verdict.firstOffender()).isEqualTo("maybe again");
    }

    private static ReplayFindings onlyUnkeyedRepeats(long repeatedUnkeyed) {
        return findings(0, 0, repeatedUnkeyed, 0, 0);
    }

    private static ReplayFindings findings(long torn, long repeated, long repeatedUnkeyed, long late, long gaps) {
        return new ReplayFindings(
                9,
                18,
                incidents(torn, "torn"),
                incidents(repeated, "again"),
                incidents(repeatedUnkeyed, "maybe again"),
                incidents(late, "late"),
                incidents(gaps, "gap"));
    }

    private static Incidents incidents(long count, String first) {
        return Incidents.of(count, count == 0 ? null : first);
    }

    /** A row of the image is not in the table. */
    private static ImageComparison comparisonWithExtraRow() {
        ColumnFormat format = new ColumnFormat(ColumnFormat.ValueType.WHOLE, 1, 0, 0, false);
        TableImage image = new TableImage(
                new TableShape("s.t", List.of(new TableShape.Column("n", format, true)), new int[0], 0),
                new MemoryBudget(1 << 20));
        byte[] row = {0, 7};
        image.change(row, null, row);
        ImageComparison comparison = new ImageComparison();
        comparison.addExtraRows(image);
        return comparison;
    }

    private static Verdict base(Status status, long missing) {
        return new Verdict(
                status,
                "exact",
                "found",
                9L,
                9L,
                missing,
                0L,
                0L,
                0L,
                0L,
                missing > 0 ? "the first" : null,
                List.of(),
                List.of(),
                null);
    }

    private static Verdict judge(
            Verdict base,
            ReplayFindings found,
            @Nullable ImageComparison comparison,
            boolean isComplete,
            boolean endedEarly,
            boolean hasUnknownOutcomes) {
        ReplayJudge judge = new ReplayJudge(base, found, comparison, isComplete, endedEarly, hasUnknownOutcomes);
        return judge.verdict(new ReplaySummary(
                List.of("t"),
                List.of(),
                1,
                found.transactions(),
                found.changes(),
                judge.violations(),
                found.torn().count(),
                judge.repeated(),
                found.late().count(),
                found.gaps().count(),
                comparison == null ? null : comparison.differences(),
                judge.imageEqual(),
                judge.firstOffender(),
                0,
                endedEarly ? "it was too large" : null));
    }
}
