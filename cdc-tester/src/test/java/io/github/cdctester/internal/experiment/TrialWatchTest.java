// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.experiment.TrialJudge.Judgement;
import io.github.cdctester.internal.limit.Limit;
import io.github.cdctester.result.FindMaxResult.TrialOutcome;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.sample.SampleRow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A trial ends early only if its outcome is certain. The stream delivers 50,000 bytes per second. */
final class TrialWatchTest {

    private static final RunResult GOOD_RUN = RunResults.of(1_000, 0.1, 0.1, Verdict.Status.LOSSLESS);

    private final List<SampleRow> receivedRows = new ArrayList<>();
    private TrialWatch watch;

    /** Returns 0 if the watch did not end the trial. */
    private int samplesUntilEnd(RunResult result) {
        receivedRows.clear();
        watch = new TrialWatch(Duration.ofSeconds(TrialResults.SECONDS));
        for (SampleRow row : result.samples()) {
            watch.sample(row);
            receivedRows.add(row);
            if (watch.isMet()) {
                return receivedRows.size();
            }
        }
        return 0;
    }

    private static RunResult withDelays(IntFunction<@Nullable Double> delayMillis) {
        return TrialResults.with(GOOD_RUN, delayMillis, i -> null);
    }

    @Test
    void endsClearOverloadAfterHalfOfTrial() {
        assertThat(samplesUntilEnd(withDelays(i -> 2.0 + 500 * i))).isEqualTo(5);
        assertThat(watch.state()).isEqualTo("ended after 5 of 10 s, as the outcome was certain by then");
    }

    @Test
    void slightOrAmbiguousOverloadRunsToEnd() {
        assertThat(samplesUntilEnd(TrialResults.steadyRun())).isZero();
        assertThat(receivedRows).hasSize(TrialResults.SECONDS + 1);
        assertThat(samplesUntilEnd(withDelays(i -> 2.0 + 100 * i))).as("10 %").isZero();
        assertThat(samplesUntilEnd(withDelays(i -> i % 2 == 0 ? 3.0 : 3_000.0 + i)))
                .as("up and down")
                .isZero();
    }

    @Test
    void ignoresStallAfterWhichStreamCatchesUp() {
        assertThat(samplesUntilEnd(withDelays(i -> i == 2 || i == 3 ? 1_500.0 : 3.0)))
                .isZero();
    }

    @Test
    void judgementContainsNoteOfEarlyEnd() {
        RunResult result = withDelays(i -> 2.0 + 500 * i);
        samplesUntilEnd(result);
        Judgement judgement = new TrialJudge(List.of(Limit.parseRequired("limit", "delay.p99<500ms")))
                .judge(result)
                .withEarlyEnd(watch);
        assertThat(judgement.outcome()).isEqualTo(TrialOutcome.BACKLOG_GREW);
        assertThat(judgement.isClear()).isTrue();
        assertThat(judgement.reasons()).endsWith(watch.note());
    }
}
