// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.Plan;
import io.github.cdctester.consumer.ConsumerProbe;
import io.github.cdctester.consumer.ConsumerSpec;
import io.github.cdctester.experiment.ExperimentListener;
import io.github.cdctester.experiment.OnError;
import io.github.cdctester.experiment.SweepAxis;
import io.github.cdctester.failure.NotRemovedException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.experiment.Sweep.SweepPlan;
import io.github.cdctester.internal.experiment.TrialRunner.TrialRuns;
import io.github.cdctester.internal.run.RunSettings;
import io.github.cdctester.internal.run.RunSettingsCopy;
import io.github.cdctester.internal.run.load.TablePolicy;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.ExperimentResult;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SweepResult;
import io.github.cdctester.result.Trial.Settling;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.stop.StopSignal;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Sweeps whose waits, runs, table operations and listener calls are written to a log. Runs are simulated. */
abstract class SimulatedSweeps {

    static final Duration SETTLE_TIMEOUT = Duration.ofSeconds(5);

    final StopSignal stop = new StopSignal();
    final List<String> log = new ArrayList<>();
    int failingThreads;
    RuntimeException failureOfRun = new RunFailedException("gone");
    Optional<NotRemovedException> failureOfWait = Optional.empty();
    List<ConsumerProbe> judgedConsumers = List.of();
    List<ConsumerSpec> consumerSpecs = List.of();
    RunResult result = RunResults.of(1_000, 0.1, 0.1, Verdict.Status.LOSSLESS);

    static SweepPlan plan(int repeats, OnError onError) {
        return new SweepPlan(SweepAxis.threads(1, 2, 4), repeats, List.of(), onError, SETTLE_TIMEOUT);
    }

    SweepResult run(SweepPlan plan, ExperimentListener listener) {
        RunSettings base = RunSettingsCopy.of(RunSettings.of(
                        RunResults.plan(Sysbench.oltpInsert(), LoadSpec.closedLoop(1)),
                        new TablePolicy(true, true, false, false),
                        listener,
                        stop))
                .consumers(judgedConsumers)
                .consumerSpecs(consumerSpecs)
                .build();
        TrialRunner runner = new TrialRunner(
                base,
                TrialTables.forAxis(plan.axis(), base, new LoggedTables()),
                new LoggedRuns(),
                TrialTimes.of(base.plan().window(), plan.settleTimeout()),
                !plan.settleTimeout().isZero());
        return new Sweep(plan, base, runner).run();
    }

    class RecordingListener implements ExperimentListener {
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
