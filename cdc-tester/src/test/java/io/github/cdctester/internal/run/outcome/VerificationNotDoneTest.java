// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.Plan.Verification;
import io.github.cdctester.internal.binlog.rows.RowKind;
import io.github.cdctester.internal.experiment.RunResults;
import io.github.cdctester.internal.judge.verify.RowComparison;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.Verdict.ReplaySummary;
import io.github.cdctester.result.Verdict.Status;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A requested verification that did not run is a failed check. */
class VerificationNotDoneTest {

    @Test
    void lossIsPossibleIfDeletesAreNotCounted() {
        RowComparison inconclusive = RowComparison.inconclusive("the workload does not report them");
        assertThat(SharedRowsJudge.possibleLossReason(
                        0, RunResults.of(10, 0, 0, Status.LOSSLESS).summary().write(), inconclusive))
                .isEqualTo("it is not known how many rows were deleted: the workload does not report them");
    }

    @Test
    void missingDeletesAreReportedAsLost() {
        RowComparison missingDeletes = RowComparison.of("db", Map.of("t", Map.of(RowKind.DELETE, 7L)), Map.of());
        assertThat(missingDeletes.lost(RowKind.DELETE).first()).isEqualTo("DELETE db.t: 0 rows of 7");
    }

    private static List<Check> checks(Verification requestedVerification, boolean isReplay, Verdict verdict) {
        Plan plan = RunResults.plan(Sysbench.oltpInsert(), LoadSpec.closedLoop(1));
        Plan requestedPlan = new Plan(
                plan.endpoint(),
                plan.loads(),
                plan.ignoredErrors(),
                plan.window(),
                plan.subscriber(),
                requestedVerification,
                isReplay,
                plan.inject());
        return Verifier.failedVerifications(requestedPlan, verdict).toList();
    }

    private static Verdict verdict(Status status, String method, @Nullable ReplaySummary replay) {
        return new Verdict(status, method, "why", 10L, 10L, 0L, 0L, 0L, 0L, 0L, null, List.of(), List.of(), replay);
    }

    private static ReplaySummary replaySummary(long transactions, @Nullable String reason) {
        return new ReplaySummary(List.of("t"), List.of(), 1, transactions, 1, 0, 0, 0, 0, 0, 0L, true, null, 9, reason);
    }

    @Test
    void addsNoCheckIfNothingWasRequested() {
        assertThat(checks(Verification.AUTO, false, verdict(Status.NOT_CHECKED, "none", null)))
                .isEmpty();
        assertThat(checks(Verification.OFF, false, verdict(Status.NOT_CHECKED, "none", null)))
                .isEmpty();
    }

    @Test
    void failsIfExactFellBackToCounts() {
        assertThat(checks(Verification.EXACT, false, verdict(Status.LOSSLESS, "exact", null)))
                .isEmpty();
        assertThat(checks(Verification.EXACT, false, verdict(Status.LOST, "exact", null)))
                .isEmpty();
        assertThat(checks(Verification.EXACT, false, verdict(Status.LOSSLESS, "counts", null)))
                .containsExactly(new Check("verify=exact", null, false, "the verdict is LOSSLESS by counts: why"));
        assertThat(checks(Verification.EXACT, false, verdict(Status.NOT_CHECKED, "exact", null)))
                .containsExactly(new Check("verify=exact", null, false, "the verdict is NOT_CHECKED: why"));
    }

    @Test
    void failsIfCountsWereImpossible() {
        assertThat(checks(Verification.COUNTS, false, verdict(Status.NOT_CHECKED, "counts", null)))
                .isEmpty();
        assertThat(checks(Verification.COUNTS, false, verdict(Status.NOT_CHECKED, "none", null)))
                .extracting(Check::expression)
                .containsExactly("verify=counts");
    }

    @Test
    void failsIfReplayDidNotRun() {
        Verification auto = Verification.AUTO;
        assertThat(checks(auto, true, verdict(Status.LOSSLESS, "exact", replaySummary(10, null))))
                .isEmpty();
        assertThat(checks(auto, true, verdict(Status.LOSSLESS, "exact", null)))
                .containsExactly(new Check("replay", null, false, "the rows were not replayed"));
        assertThat(checks(auto, true, verdict(Status.LOSSLESS, "exact", replaySummary(5, "out of memory"))))
                .containsExactly(new Check("replay", null, false, "the replay ended early: out of memory"));
        assertThat(checks(auto, true, verdict(Status.LOSSLESS, "exact", replaySummary(0, null))))
                .containsExactly(new Check("replay", null, false, "no transaction was replayed"));
    }
}
