// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.Plan;
import io.github.cdctester.consumer.ConsumerProbe;
import io.github.cdctester.experiment.ExperimentListener;
import io.github.cdctester.experiment.OnError;
import io.github.cdctester.experiment.SweepAxis;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.failure.NotRemovedException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.experiment.Sweep.SweepPlan;
import io.github.cdctester.internal.experiment.TrialRunner.TrialRuns;
import io.github.cdctester.internal.limit.Limit;
import io.github.cdctester.internal.report.JudgedResult;
import io.github.cdctester.internal.run.RunSettings;
import io.github.cdctester.internal.run.RunSettingsCopy;
import io.github.cdctester.internal.run.heartbeat.HeartbeatTableRemainsException;
import io.github.cdctester.internal.run.load.TablePolicy;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.ExperimentResult;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SweepResult;
import io.github.cdctester.result.Trial;
import io.github.cdctester.result.Trial.Settling;
import io.github.cdctester.result.Trial.Status;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.run.RunInterruptedException;
import io.github.cdctester.stop.StopSignal;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the order of waits, table operations, runs and listener calls in a sweep, and how a sweep ends. Runs are simulated. */
final class SweepTest {

    private static final Duration SETTLE_TIMEOUT = Duration.ofSeconds(5);

    private final StopSignal stop = new StopSignal();
    private final List<String> log = new ArrayList<>();
    private int failingThreads;
    private RuntimeException failureOfRun = new RunFailedException("gone");
    private Optional<NotRemovedException> failureOfWait = Optional.empty();
    private List<ConsumerProbe> judgedConsumers = List.of();
    private RunResult result = RunResults.of(1_000, 0.1, 0.1, Verdict.Status.LOSSLESS);

    @Test
    void waitsBeforeRunsAndAfterFillingTables() {
        SweepResult sweep = run(plan(1, OnError.CONTINUE), new RecordingListener());

        assertThat(log)
                .containsExactly(
                        "planned 3, left 3",
                        "settle",
                        "begins 1 of 3 {threads=1}, left 3",
                        "make",
                        "settle",
                        "run 1",
                        "ended 1, left 2",
                        "settle",
                        "begins 2 of 3 {threads=2}, left 2",
                        "run 2",
                        "ended 2, left 1",
                        "settle",
                        "begins 3 of 3 {threads=4}, left 1",
                        "run 4",
                        "ended 3, left 0",
                        "drop");
        assertThat(sweep.steps()).extracting(Trial::status).containsOnly(Status.DONE);
        assertThat(sweep.steps().get(0).settling()).isNotNull();
        assertThat(sweep.steps().get(2).settling()).isNull();
        assertThat(sweep.idleMillis()).isEqualTo(2.0);
        assertThat(sweep.hasFailed()).isFalse();
    }

    @Test
    void failedRunEndsSweepIfConfigured() {
        failingThreads = 2;
        SweepResult continuedSweep = run(plan(1, OnError.CONTINUE), new RecordingListener());
        assertThat(continuedSweep.steps())
                .extracting(Trial::status)
                .containsExactly(Status.DONE, Status.FAILED, Status.DONE);
        assertThat(continuedSweep.endedBecause()).isNull();
        assertThat(log).contains("failed 2 gone");

        SweepResult stoppedSweep = run(plan(1, OnError.STOP), new RecordingListener());
        assertThat(stoppedSweep.steps())
                .extracting(Trial::status)
                .containsExactly(Status.DONE, Status.FAILED, Status.SKIPPED);
        assertThat(stoppedSweep.endedBecause()).isEqualTo("step 2 failed");
        assertThat(stoppedSweep.interrupted()).isFalse();
    }

    @Test
    void countsRunWhoseHeartbeatTableRemains() {
        failingThreads = 2;
        failureOfRun = closingFailure(new HeartbeatTableRemainsException("the heartbeat table", null));
        SweepResult sweep = run(plan(1, OnError.STOP), new RecordingListener());

        assertThat(sweep.steps()).extracting(Trial::status).containsOnly(Status.DONE);
        assertThat(sweep.failure()).isEqualTo("not everything was removed: the heartbeat table");
        assertThat(sweep.hasFailed()).isTrue();
        assertThat(log).endsWith("ended 3, left 0", "drop");
    }

    @Test
    void reportsHeartbeatTableThatWaitLeaves() {
        failureOfWait =
                Optional.of(new NotRemovedException(new HeartbeatTableRemainsException("the heartbeat table", null)));
        SweepResult sweep = run(plan(1, OnError.STOP), new RecordingListener() {
            @Override
            public void note(Note note) {
                log.add(note.text());
            }
        });

        assertThat(sweep.steps()).extracting(Trial::status).containsOnly(Status.DONE);
        assertThat(sweep.failure()).isEqualTo("not everything was removed: the heartbeat table");
        assertThat(log).containsOnlyOnce("not everything was removed: the heartbeat table");
    }

    @Test
    void otherFailureWhileClosingFailsTrial() {
        failingThreads = 2;
        failureOfRun = closingFailure(new RunFailedException("a worker did not end within 30 s"));
        SweepResult sweep = run(plan(1, OnError.STOP), new RecordingListener());

        assertThat(sweep.steps()).extracting(Trial::status).containsExactly(Status.DONE, Status.FAILED, Status.SKIPPED);
        assertThat(sweep.endedBecause()).isEqualTo("step 2 failed");
        assertThat(log).contains("failed 2 not everything was removed: a worker did not end within 30 s");
    }

    static Stream<Throwable> laterFailures() {
        return Stream.of(
                new OutOfMemoryError("unable to create native thread"),
                new IllegalStateException("of the registry"),
                new NotRemovedException(new RunFailedException("a worker did not end within 30 s")));
    }

    @ParameterizedTest
    @MethodSource("laterFailures")
    void failureAfterRemainingHeartbeatTableFailsTrial(Throwable laterFailure) {
        failingThreads = 2;
        failureOfRun = closingFailure(new HeartbeatTableRemainsException("the heartbeat table", null));
        failureOfRun.addSuppressed(laterFailure);
        SweepResult sweep = run(plan(1, OnError.CONTINUE), new RecordingListener());

        assertThat(sweep.steps()).extracting(Trial::status).containsExactly(Status.DONE, Status.FAILED, Status.DONE);
        assertThat(log)
                .anyMatch(line -> line.startsWith("failed 2 ")
                        && line.contains("the heartbeat table")
                        && line.contains(laterFailure.getMessage()));
    }

    @Test
    void addsHeartbeatTableFailureToListenerError() {
        failingThreads = 1;
        failureOfRun = closingFailure(new HeartbeatTableRemainsException("the heartbeat table", null));
        AssertionError listenerError = new AssertionError("mine");

        assertThatThrownBy(() -> run(plan(1, OnError.CONTINUE), new RecordingListener() {
                    @Override
                    public void trialEnded(
                            TrialHead trial, @Nullable RunResult result, ExperimentResult soFar, Remaining remaining) {
                        throw listenerError;
                    }
                }))
                .isSameAs(listenerError)
                .satisfies(thrown -> assertThat(thrown.getSuppressed()).containsExactly(failureOfRun));
    }

    /** Returns the failure of a run that is complete, except that closing it failed. */
    private RuntimeException closingFailure(RunFailedException cause) {
        NotRemovedException failure = new NotRemovedException(cause);
        failure.addSuppressed(new RunInterruptedException(new RunFailedException(failure.getMessage()), result));
        return failure;
    }

    @Test
    void untilConditionEndsSweepAfterAllRepeatsOfStep() {
        SweepPlan plan = new SweepPlan(
                SweepAxis.threads(1, 2),
                2,
                List.of(Limit.parse("until", "delay.p99>1ms")),
                OnError.CONTINUE,
                Duration.ZERO);

        SweepResult sweep = run(plan, new RecordingListener());

        assertThat(sweep.steps())
                .extracting(Trial::status)
                .containsExactly(Status.DONE, Status.DONE, Status.SKIPPED, Status.SKIPPED);
        assertThat(sweep.endedBecause()).startsWith("step 1 met delay.p99>1ms: ");
        assertThat(log).doesNotContain("settle");
    }

    @Test
    void untilConditionEndsSweepIfLastRepeatFailed() {
        SweepPlan plan = new SweepPlan(
                SweepAxis.threads(1, 2),
                2,
                List.of(Limit.parse("until", "delay.p99>1ms")),
                OnError.CONTINUE,
                Duration.ZERO);

        SweepResult sweep = run(plan, new RecordingListener() {
            @Override
            public void trialBegins(TrialHead trial, Remaining remaining) {
                failingThreads = trial.repeat() == 2 ? 1 : 0;
            }
        });

        assertThat(sweep.steps())
                .extracting(Trial::status)
                .containsExactly(Status.DONE, Status.FAILED, Status.SKIPPED, Status.SKIPPED);
        assertThat(sweep.endedBecause()).startsWith("step 1 met delay.p99>1ms: ");
    }

    @Test
    void evaluatesUntilConditionOnConsumer() {
        result = JudgedResult.of(List.of(), List.of(), JudgedResult.lossless("orders"));
        SweepPlan plan = new SweepPlan(
                SweepAxis.threads(1, 2),
                1,
                List.of(Limit.parse("until", "consumers.orders.verdict!=LOSSLESS")),
                OnError.CONTINUE,
                Duration.ZERO);

        judgedConsumers = List.of(ConsumerProbe.named("orders"));
        assertThat(run(plan, new RecordingListener()).endedBecause()).isNull();

        judgedConsumers = List.of(ConsumerProbe.named("other"));
        assertThatThrownBy(() -> run(plan, new RecordingListener()))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessage("until: 'consumers.orders.verdict!=LOSSLESS', must be about one of the consumers other");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "consumers.orders.delay.p99>1s",
                "consumers.orders.delay.p99<1s",
                "consumers.orders.verdict!=LOSSLESS",
                "consumers.orders.verdict=LOSSLESS"
            })
    void unknownValueDoesNotEndSweep(String condition) {
        judgedConsumers = List.of(ConsumerProbe.named("orders"));
        SweepPlan plan = new SweepPlan(
                SweepAxis.threads(1, 2), 1, List.of(Limit.parse("until", condition)), OnError.CONTINUE, Duration.ZERO);

        SweepResult sweep = run(plan, new RecordingListener());

        assertThat(sweep.endedBecause()).isNull();
        assertThat(sweep.steps()).extracting(Trial::status).containsOnly(Status.DONE);
        assertThat(log).contains("note step 1 has no value for " + condition + "; the sweep continues");
    }

    @Test
    void majorityCountsOnlyRunsWithKnownValue() {
        SweepPlan plan = new SweepPlan(
                SweepAxis.threads(1, 2),
                3,
                List.of(Limit.parse("until", "verdict!=LOSSLESS")),
                OnError.CONTINUE,
                Duration.ZERO);

        SweepResult sweep = run(plan, new RecordingListener() {
            @Override
            public void trialBegins(TrialHead trial, Remaining remaining) {
                result = RunResults.of(
                        1_000, 0.1, 0.1, trial.repeat() == 1 ? Verdict.Status.LOST : Verdict.Status.NOT_CHECKED);
            }
        });

        assertThat(sweep.endedBecause()).startsWith("step 1 met verdict!=LOSSLESS: ");
        assertThat(log).noneMatch(line -> line.startsWith("note "));
    }

    @Test
    void stopSkipsRemainingSteps() {
        SweepResult sweep = run(plan(1, OnError.CONTINUE), new RecordingListener() {
            @Override
            public void trialEnded(
                    TrialHead trial, @Nullable RunResult result, ExperimentResult soFar, Remaining remaining) {
                stop.raise();
            }
        });

        assertThat(sweep.steps())
                .extracting(Trial::status)
                .containsExactly(Status.DONE, Status.SKIPPED, Status.SKIPPED);
        assertThat(sweep.endedBecause()).isEqualTo("interrupted");
        assertThat(sweep.interrupted()).isTrue();
        assertThat(log).endsWith("drop");
    }

    @Test
    void throwsListenerErrorAfterDroppingTables() {
        AssertionError listenerError = new AssertionError("mine");

        assertThatThrownBy(() -> run(plan(1, OnError.CONTINUE), new RecordingListener() {
                    @Override
                    public void trialEnded(
                            TrialHead trial, @Nullable RunResult result, ExperimentResult soFar, Remaining remaining) {
                        throw listenerError;
                    }
                }))
                .isSameAs(listenerError);
        assertThat(log).endsWith("run 1", "drop");
    }

    private static SweepPlan plan(int repeats, OnError onError) {
        return new SweepPlan(SweepAxis.threads(1, 2, 4), repeats, List.of(), onError, SETTLE_TIMEOUT);
    }

    private SweepResult run(SweepPlan plan, ExperimentListener listener) {
        RunSettings base = RunSettingsCopy.of(RunSettings.of(
                        RunResults.plan(Sysbench.oltpInsert(), LoadSpec.closedLoop(1)),
                        new TablePolicy(true, true, false, false),
                        listener,
                        stop))
                .consumers(judgedConsumers)
                .build();
        TrialRunner runner = new TrialRunner(
                base,
                TrialTables.forAxis(plan.axis(), base, new LoggedTables()),
                new LoggedRuns(),
                listener,
                TrialTimes.of(base.plan().window(), plan.settleTimeout()),
                !plan.settleTimeout().isZero());
        return new Sweep(plan, base, runner).run();
    }

    private class RecordingListener implements ExperimentListener {
        @Override
        public void experimentBegins(int trials, Remaining remaining) {
            log.add("planned " + trials + ", left " + remaining.trials());
        }

        @Override
        public void trialBegins(TrialHead trial, Remaining remaining) {
            log.add("begins " + trial.number() + " of " + trial.trials() + " " + trial.values() + ", left "
                    + remaining.trials());
        }

        @Override
        public void note(Note note) {
            log.add("note " + note.text());
        }

        @Override
        public void trialFailed(TrialHead trial, String reason, RuntimeException failure) {
            log.add("failed " + trial.number() + " " + reason);
        }

        @Override
        public void trialEnded(
                TrialHead trial, @Nullable RunResult result, ExperimentResult soFar, Remaining remaining) {
            log.add("ended " + trial.number() + ", left " + remaining.trials());
        }
    }

    private final class LoggedRuns implements TrialRuns {
        @Override
        public RunResult run(RunSettings settings) {
            int threads = settings.plan().loads().get(0).load().threads();
            if (threads == failingThreads) {
                throw failureOfRun;
            }
            log.add("run " + threads);
            return result;
        }

        @Override
        public Settling settle(Consumer<NotRemovedException> onNotRemoved) {
            log.add("settle");
            failureOfWait.ifPresent(onNotRemoved);
            return new Settling(true, 1, 2.0, null);
        }

        @Override
        public Double idleMillis() {
            return 2.0;
        }
    }

    private final class LoggedTables implements StepTables {
        @Override
        public List<Check> createTables(Plan plan) {
            log.add("make");
            return List.of();
        }

        @Override
        public void drop(Plan plan) {
            log.add("drop");
        }

        @Override
        public void rejectForeignTables(Plan plan) {
            log.add("refuse");
        }
    }
}
