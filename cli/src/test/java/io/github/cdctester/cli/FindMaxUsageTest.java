// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.cli.failure.Failures;
import io.github.cdctester.result.FindMaxResult;
import io.github.cdctester.result.FindMaxResult.Answer;
import io.github.cdctester.result.FindMaxResult.Purpose;
import io.github.cdctester.result.FindMaxResult.RateTrial;
import io.github.cdctester.result.FindMaxResult.Status;
import io.github.cdctester.result.FindMaxResult.TrialOutcome;
import io.github.cdctester.result.Trial;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the one-line messages for invalid searches, and the exit codes of searches. */
class FindMaxUsageTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--time=9                             | --limit=EXPR is missing",
                "--limit=x<1                          | --limit: 'x<1': the result has no number named x",
                "--limit=delay.p99<500kB              | --limit: 'delay.p99<500kB': the unit 'kB' does not fit",
                "--limit=delay.p99<5                  | --limit: 'delay.p99<5': a duration needs its unit, such as 5ms or 5s",
                "--limit=tps>1 --fail-if=latency.p95>5 | --fail-if: 'latency.p95>5': a duration needs its unit, such"
                        + " as 5ms or 5s",
                "--limit=delay.p99>500ms              | a limit is the condition to pass, and this one requires a long duration",
                "--limit=loads.other.latency.p99<1s   | --limit: 'loads.other.latency.p99<1s', must be about one"
                        + " of the loads oltp_insert",
                "--limit=consumers.nope.delay.p99<1s  | --limit: 'consumers.nope.delay.p99<1s', must be about something"
                        + " else: no consumer is judged in this run",
                "--limit=tps>1 --rate=0               | --rate: 0, must be a start rate above 0",
                "--limit=tps>1 --rate=10,20           | --rate: 10,20, must be one value",
                "--limit=tps>1 --rate=0..50@over@5s   | --rate: 0..50 over 5s, must be a constant rate",
                "--limit=tps>1 --rate=2000 --max-rate=1000 | --max-rate: 1000, must be a number from the first"
                        + " rate, 2000, to 10000000",
                "--limit=tps>1 --precision=soon       | 'soon' is not a percentage",
                "--limit=tps>1 --precision=0.5%       | --precision: 0.5 %, must be a percentage from 1 to 50",
                "--limit=tps>1 --confirm=-1           | --confirm: -1, must be a whole number from 0 to 20",
                "--limit=tps>1 --confirm=5 --steps=6  | --steps: 6, must be a whole number from 7 to 100",
                "--limit=tps>1 --then=0%               | --then: 0 %, must be a percentage from 1 to 100",
                "--limit=tps>1 --then=70%,120         | --then: 120 %, must be a percentage from 1 to 100",
                "--limit=tps>1 --then=most            | 'most' is not a percentage",
                "--limit=tps>1 --time=4               | --time: 4 s, must be at least 5 s",
                "--limit=tps>1 --time=0               | --time: 0 s, must be at least 5 s",
                "--limit=tps>1 --events=100           | --events: 100, must be 0 in a search for the highest" + " rate",
                "--limit=tps>1 --workload=large_transaction --trx-count=5 | --events: 5, must be 0 in a search",
                "--limit=tps>1 --settle-timeout=48h   | --settle-timeout: 172800 s, must be a duration from 0 to"
                        + " one day",
                "--limit=tps>1 --workload=tpcc --think-times=on | off with a rate",
            })
    void reportsInvalidOptions(String options, String message) {
        CommandResult result = execute(options);
        List<String> lines = result.errorLines();
        assertThat(result.code()).as(result.err()).isEqualTo(2);
        assertThat(lines.get(0)).startsWith("cdc-tester: ").contains(message);
        assertThat(lines.get(lines.size() - 1)).isEqualTo("try 'cdc-tester find-max --help'");
        assertThat(lines).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--limit=delay.p99<500ms",
                "--limit=delay.p99<500ms --limit=latency.p99<=50ms --limit=verdict=LOSSLESS --fail-if=errors>0",
                "--limit=delay.p99<500ms --rate=250 --arrivals=poisson --threads=16 --max-rate=5000 --precision=2.5",
                "--limit=delay.p99<500ms --arrivals=poisson --confirm=0 --steps=30 --time=5 --warmup-time=0",
                "--limit=loads.oltp_insert.latency.p99<1s --background=large_transaction --settle-timeout=0"
            })
    void validOptionsFailOnlyOnConnect(String options) {
        CommandResult result = execute(options);
        assertThat(result.err()).contains("cannot connect to 127.0.0.1:1");
        assertThat(result.code()).isEqualTo(1);
    }

    @Test
    void exitCodeDependsOnAnswer() {
        assertThat(code(Status.FOUND, false, TrialOutcome.HELD)).isZero();
        assertThat(code(Status.FOUND, false, TrialOutcome.BACKLOG_GREW)).isZero();
        assertThat(code(Status.AT_LEAST, false, TrialOutcome.HELD)).isZero();
        assertThat(code(Status.COARSE, false, TrialOutcome.HELD)).isEqualTo(3);
        assertThat(code(Status.NONE, false, TrialOutcome.LIMIT_BROKE)).isEqualTo(3);
        assertThat(code(Status.OPEN, false, TrialOutcome.HELD)).isEqualTo(3);
        assertThat(code(Status.FOUND, false, TrialOutcome.RUN_FAILED)).isEqualTo(1);
        assertThat(code(Status.OPEN, true, TrialOutcome.HELD)).isEqualTo(1);
    }

    private static int code(Status status, boolean interrupted, TrialOutcome outcome) {
        Trial.Status trialStatus = outcome == TrialOutcome.RUN_FAILED ? Trial.Status.FAILED : Trial.Status.DONE;
        RateTrial trial = new RateTrial(
                new Trial(
                                1,
                                1,
                                1_000,
                                "1000",
                                trialStatus,
                                null,
                                "step-01",
                                null,
                                null,
                                List.of(),
                                List.of(),
                                Map.of(),
                                null)
                        .with(List.of(), List.of(), Map.of()),
                Purpose.RAMP,
                outcome,
                null,
                null);
        FindMaxResult result = new FindMaxResult(
                1,
                FindMaxResult.KIND,
                Instant.EPOCH,
                "oltp_insert",
                null,
                List.of("delay.p99<500ms"),
                1_000,
                10_000_000,
                5,
                2,
                15,
                null,
                interrupted,
                null,
                null,
                List.of(),
                new Answer(status, null, 0, 0, false, null, null, null, null, null, null, null),
                List.of(trial),
                List.of());
        return Failures.exitCode(result.hasFailed(), result.isHeld());
    }

    private static CommandResult execute(String options) {
        List<String> arguments = new ArrayList<>(List.of("find-max", "--host=127.0.0.1", "--port=1"));
        for (String option : options.split(" +")) {
            arguments.add(option.replace('@', ' '));
        }
        return CommandResult.of(arguments.toArray(String[]::new));
    }
}
