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

/** Tests that a trial ends early only if its outcome is certain. Each second of the trial has 50,000 bytes. */
final class TrialWatchTest {

    private static final RunResult GOOD = RunResults.of(1_000, 0.1, 0.1, Verdict.Status.LOSSLESS);

    private final List<SampleRow> received = new ArrayList<>();
    private TrialWatch watch;

    /** Returns the second after which the watch ended the trial; 0 if it did not. */
    private int endedAfter(RunResult result) {
        received.clear();
        watch = new TrialWatch(Duration.ofSeconds(TrialResults.SECONDS));
        for (SampleRow row : result.samples()) {
            watch.sample(row);
            received.add(row);
            if (watch.isMet()) {
                return received.size();
            }
        }
        return 0;
    }

    private static RunResult withDelays(IntFunction<@Nullable Double> delayMillis) {
        return TrialResults.with(GOOD, delayMillis, i -> null);
    }

    @Test
    void endsClearOverloadAfterHalfOfTheTime() {
        assertThat(endedAfter(withDelays(i -> 2.0 + 500 * i))).isEqualTo(5);
        assertThat(watch.state()).isEqualTo("ended after 5 of 10 s, as the outcome was certain by then");
    }

    @Test
    void doesNotEndSlightOrAmbiguousOverload() {
        assertThat(endedAfter(TrialResults.steady())).isZero();
        assertThat(received).hasSize(TrialResults.SECONDS + 1);
        assertThat(endedAfter(withDelays(i -> 2.0 + 100 * i))).as("10 %").isZero();
        assertThat(endedAfter(withDelays(i -> i % 2 == 0 ? 3.0 : 3_000.0 + i)))
                .as("up and down")
                .isZero();
    }

    @Test
    void ignoresStallThatIsCaughtUp() {
        assertThat(endedAfter(withDelays(i -> i == 2 || i == 3 ? 1_500.0 : 3.0)))
                .isZero();
    }

    @Test
    void judgementContainsNoteOfEarlyEnd() {
        RunResult result = withDelays(i -> 2.0 + 500 * i);
        endedAfter(result);
        Judgement judgement = new TrialJudge(List.of(Limit.mustHold("limit", "delay.p99<500ms")))
                .judge(result)
                .withEarlyEnd(watch);
        assertThat(judgement.outcome()).isEqualTo(TrialOutcome.BACKLOG_GREW);
        assertThat(judgement.clear()).isTrue();
        assertThat(judgement.reasons()).endsWith(watch.note());
    }
}
