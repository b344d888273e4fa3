// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.consumer.ConsumerSpec;
import io.github.cdctester.experiment.ExperimentListener;
import io.github.cdctester.experiment.OnError;
import io.github.cdctester.experiment.SweepAxis;
import io.github.cdctester.failure.NotRemovedException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.experiment.RunResults;
import io.github.cdctester.internal.experiment.StepTables;
import io.github.cdctester.internal.experiment.TrialRunner.TrialRuns;
import io.github.cdctester.internal.experiment.matrix.MatrixPlan.MatrixWorkload;
import io.github.cdctester.internal.experiment.matrix.setting.FakeSettingServer;
import io.github.cdctester.internal.experiment.matrix.setting.MatrixSetting;
import io.github.cdctester.internal.experiment.matrix.setting.SettingSwitch;
import io.github.cdctester.internal.experiment.matrix.setting.SettingSwitch.HumanPause;
import io.github.cdctester.internal.experiment.matrix.setting.UndoJournal;
import io.github.cdctester.internal.report.files.ResultFiles;
import io.github.cdctester.internal.run.RunSettings;
import io.github.cdctester.internal.run.load.TablePolicy;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.MatrixResult;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Trial.Settling;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.run.RunInterruptedException;
import io.github.cdctester.stop.StopSignal;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Simulates runs on a fake server, and records the calls. */
final class FakeRuns implements TrialRuns, StepTables {

    final FakeSettingServer server = new FakeSettingServer();
    final StopSignal stop = new StopSignal();
    final List<ConsumerSpec> consumers = new ArrayList<>();
    final List<String> log = server.log;
    int runCount;

    /** Changes the settings of the matrix. */
    UnaryOperator<RunSettings> settingsChange = UnaryOperator.identity();

    /** Returns the failure of the n-th run, or {@code null} if the run succeeds. The function may also throw. */
    IntFunction<@Nullable RuntimeException> failureOfRun = number -> null;

    /** Changes the result of each run. */
    UnaryOperator<RunResult> resultChange = UnaryOperator.identity();

    /** Matches the runs, such as {@code oltp_insert 4 x=2}, whose transactions all fail. */
    Predicate<String> commitsNothing = description -> false;

    static final List<MatrixSetting> TWO_SETTINGS =
            List.of(MatrixSetting.of("base"), MatrixSetting.of("other", "SET GLOBAL x = 2"));

    static MatrixPlan plan(List<MatrixSetting> settings, int repeats, OnError onError, Duration settleTimeout) {
        return new MatrixPlan(
                settings.get(0).name(),
                settings,
                SweepAxis.threads(1, 4),
                List.of(
                        new MatrixWorkload("oltp_insert", Sysbench.oltpInsert()),
                        new MatrixWorkload("read", Sysbench.oltpReadOnly())),
                List.of(),
                repeats,
                42,
                Duration.ofSeconds(1),
                CellWarmUp.fixed(Duration.ZERO),
                settleTimeout,
                Duration.ofSeconds(1),
                onError,
                null);
    }

    static Plan base(WorkloadSpec workload) {
        return RunResults.plan(workload, LoadSpec.closedLoop(1));
    }

    MatrixResult run(MatrixPlan plan, Path directory, ExperimentListener listener) {
        return run(plan, new MatrixFiles(directory, ResultFiles.in(directory)), listener);
    }

    MatrixResult run(MatrixPlan plan, MatrixFiles files, ExperimentListener listener) {
        RunSettings settings = settingsChange.apply(
                RunSettings.of(base(Sysbench.oltpInsert()), new TablePolicy(true, true, false, false), listener, stop)
                        .withConsumerSpecs(consumers));
        SettingSwitch settingSwitch = new SettingSwitch(
                server,
                Optional.of(server),
                HumanPause.UNAVAILABLE,
                UndoJournal.open(files.undoJournal(), server.address(), false),
                text -> listener.note(Note.other(text)));
        return new Matrix(plan, settings, this, settingSwitch, files, false, this).run();
    }

    @Override
    public RunResult run(RunSettings settings) {
        runCount++;
        String description = settings.plan().loads().get(0).name() + " "
                + settings.plan().maxThreads() + " x=" + server.variables.get("x");
        RuntimeException failure = failureOfRun.apply(runCount);
        if (failure != null) {
            log.add("failed " + description);
            throw failure;
        }
        log.add("run " + description);
        long transactions = server.variables.get("x").equals("2") ? 9_000 : 10_000;
        return resultChange.apply(RunResults.of(
                commitsNothing.test(description) ? 0 : transactions + 7L * runCount, 0, 1, Verdict.Status.LOSSLESS));
    }

    @Override
    public Settling settle(Consumer<NotRemovedException> onNotRemoved) {
        log.add("settle");
        return new Settling(true, 1, 1.0, null);
    }

    @Override
    public @Nullable Double idleMillis() {
        return null;
    }

    @Override
    public List<Check> createTables(Plan plan) {
        log.add("make " + plan.loads().stream().map(load -> load.name()).toList());
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

    static RuntimeException serverFailure() {
        return new RunFailedException("the server is gone");
    }

    /** Returns a failure of a run that has measured, with its partial result. */
    static RuntimeException serverFailureDuringMeasurement() {
        RunResult partialResult =
                RunResults.of(100, 0, 1, Verdict.Status.BEHIND).interruptedBy("the server is gone");
        return new RunInterruptedException(new RunFailedException("the server is gone"), partialResult);
    }

    /** Returns the failure of a run that is complete, except that closing it failed. */
    static RuntimeException closingFailure(RunFailedException cause) {
        NotRemovedException failure = new NotRemovedException(cause);
        failure.addSuppressed(new RunInterruptedException(
                new RunFailedException(failure.getMessage()), RunResults.of(10_000, 0, 1, Verdict.Status.LOSSLESS)));
        return failure;
    }

    List<String> runs() {
        List<String> runs = new ArrayList<>(log);
        runs.removeIf(line -> !line.startsWith("run "));
        return runs;
    }
}
