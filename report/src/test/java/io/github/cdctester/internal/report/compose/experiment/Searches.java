// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.experiment;

import io.github.cdctester.internal.experiment.RunResults;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.FindMaxResult;
import io.github.cdctester.result.FindMaxResult.Answer;
import io.github.cdctester.result.FindMaxResult.CurvePoint;
import io.github.cdctester.result.FindMaxResult.Purpose;
import io.github.cdctester.result.FindMaxResult.RateTrial;
import io.github.cdctester.result.FindMaxResult.Status;
import io.github.cdctester.result.FindMaxResult.TrialOutcome;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Trial;
import io.github.cdctester.result.Trial.LimitedBy;
import io.github.cdctester.result.Trial.Settling;
import io.github.cdctester.result.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Creates the search that docs/capacity.md shows, and failed searches. */
public final class Searches {

    public static final String LIMIT = "delay.p99<500ms";

    /** A trial, with the growth of its backlog and percentiles of its delay. */
    private record TriedRate(
            double rate,
            Purpose purpose,
            TrialOutcome outcome,
            double growthPercent,
            double p50Millis,
            double p99Millis) {}

    private static final List<TriedRate> TRIED_RATES = List.of(
            new TriedRate(100, Purpose.RAMP, TrialOutcome.HELD, 0.5, 2.779, 26.271),
            new TriedRate(200, Purpose.RAMP, TrialOutcome.HELD, 0.6, 2.607, 280.319),
            new TriedRate(800, Purpose.RAMP, TrialOutcome.BACKLOG_GREW, 57.2, 9363.455, 12369.919),
            new TriedRate(261.2, Purpose.BISECTION, TrialOutcome.HELD, 0.0, 2.951, 62.463),
            new TriedRate(273.6, Purpose.BISECTION, TrialOutcome.HELD, 0.3, 2.047, 45.311),
            new TriedRate(286.6, Purpose.BISECTION, TrialOutcome.HELD, 0.1, 2.681, 11.071),
            new TriedRate(478.8, Purpose.BISECTION, TrialOutcome.LIMIT_BROKE, 31.7, 1942.527, 4124.671),
            new TriedRate(300.2, Purpose.BISECTION, TrialOutcome.HELD, 0.3, 12.295, 54.687),
            new TriedRate(314.5, Purpose.BISECTION, TrialOutcome.BACKLOG_GREW, 2.5, 74.175, 176.511),
            new TriedRate(300.2, Purpose.CONFIRMATION, TrialOutcome.HELD, 0.0, 13.383, 48.063));

    private Searches() {}

    public static FindMaxResult foundSearch() {
        Answer answer = new Answer(
                Status.FOUND,
                300.2,
                2,
                0,
                true,
                314.5,
                4.8,
                TrialOutcome.BACKLOG_GREW,
                LimitedBy.SERVER,
                null,
                null,
                null);
        List<RateTrial> trials = new ArrayList<>();
        for (int i = 0; i < TRIED_RATES.size(); i++) {
            TriedRate triedRate = TRIED_RATES.get(i);
            boolean isHeld = triedRate.outcome() == TrialOutcome.HELD;
            boolean isBehind = triedRate.outcome() == TrialOutcome.BACKLOG_GREW;
            trials.add(new RateTrial(
                    trial(
                                    i + 1,
                                    triedRate.rate(),
                                    triedRate.outcome(),
                                    true,
                                    null,
                                    RunResults.of(
                                            3_000, 0.1, 1, isBehind ? Verdict.Status.BEHIND : Verdict.Status.LOSSLESS))
                            .with(
                                    isHeld
                                            ? List.of()
                                            : List.of(Note.of(
                                                    Note.Code.BACKLOG_GREW, "percent", triedRate.growthPercent())),
                                    List.of(new Check(
                                            LIMIT,
                                            triedRate.p99Millis(),
                                            triedRate.p99Millis() < 500,
                                            "cdc.delay.p99Millis is " + triedRate.p99Millis() + " ms")),
                                    Map.of(
                                            "write.transactionsPerSecond", triedRate.rate(),
                                            "cdc.delay.p50Millis", triedRate.p50Millis(),
                                            "cdc.delay.p99Millis", triedRate.p99Millis(),
                                            "cdc.bytesPerSecond", 650 * triedRate.rate())),
                    triedRate.purpose(),
                    triedRate.outcome(),
                    isHeld ? LimitedBy.NONE : LimitedBy.SERVER,
                    triedRate.growthPercent()));
        }
        return search(answer, false, null, List.of(LIMIT), trials);
    }

    /** Returns a search whose rate 100 held, and whose rate 200 broke a limit or lost data in this run. */
    public static FindMaxResult searchOf(RunResult runAtHigherRate) {
        RunResult run = RunResults.of(3_000, 0.1, 1, Verdict.Status.LOSSLESS);
        List<RateTrial> trials = List.of(
                new RateTrial(
                        trial(1, 100, TrialOutcome.HELD, true, null, run),
                        Purpose.RAMP,
                        TrialOutcome.HELD,
                        LimitedBy.NONE,
                        0.0),
                new RateTrial(
                        trial(2, 200, TrialOutcome.LIMIT_BROKE, true, null, runAtHigherRate),
                        Purpose.RAMP,
                        TrialOutcome.LIMIT_BROKE,
                        LimitedBy.NONE,
                        0.0));
        Answer answer = new Answer(
                Status.FOUND, 100.0, 2, 0, true, 200.0, 100.0, TrialOutcome.LIMIT_BROKE, null, null, null, null);
        return search(answer, false, null, List.of(LIMIT), trials);
    }

    /** Returns a search without an answer, whose only run failed. */
    public static FindMaxResult failedSearch(String markup) {
        return search(
                new Answer(Status.OPEN, null, 0, 0, false, null, null, null, null, null, null, null),
                true,
                "the server is gone",
                List.of(markup),
                List.of(new RateTrial(
                        new Trial(
                                        1,
                                        1,
                                        100,
                                        "100",
                                        Trial.Status.FAILED,
                                        markup,
                                        "step-01",
                                        false,
                                        null,
                                        List.of(),
                                        List.of(),
                                        Map.of(),
                                        null)
                                .with(List.of(Note.of(Note.Code.TRIAL_FAILED, "reason", markup)), List.of(), Map.of()),
                        Purpose.RAMP,
                        TrialOutcome.RUN_FAILED,
                        null,
                        null)));
    }

    /** Returns a trial whose directory is named after its step. */
    public static Trial trial(
            int step, double rate, TrialOutcome outcome, Boolean startedIdle, Settling settling, RunResult result) {
        boolean isFailed = outcome == TrialOutcome.RUN_FAILED;
        return new Trial(
                step,
                1,
                rate,
                String.valueOf(rate),
                isFailed ? Trial.Status.FAILED : Trial.Status.DONE,
                isFailed ? "it is gone" : null,
                String.format("step-%02d", step),
                startedIdle,
                settling,
                List.of(),
                List.of(),
                Map.of(),
                result);
    }

    public static FindMaxResult search(
            Answer answer, boolean interrupted, String endedBecause, List<String> limits, List<RateTrial> trials) {
        return search(answer, interrupted, endedBecause, limits, trials, List.of());
    }

    public static FindMaxResult search(
            Answer answer,
            boolean interrupted,
            String endedBecause,
            List<String> limits,
            List<RateTrial> trials,
            List<CurvePoint> curve) {
        return new FindMaxResult(
                1,
                FindMaxResult.KIND,
                Instant.parse("2026-11-23T08:00:00Z"),
                "oltp_insert",
                null,
                limits,
                100,
                1e7,
                5,
                1,
                15,
                0.525,
                interrupted,
                endedBecause,
                null,
                List.of(),
                answer,
                trials,
                curve);
    }
}
