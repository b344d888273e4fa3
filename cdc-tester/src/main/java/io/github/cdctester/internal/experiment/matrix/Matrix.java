// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix;

import io.github.cdctester.config.Plan;
import io.github.cdctester.config.WorkloadSpec.TableLife;
import io.github.cdctester.experiment.OnError;
import io.github.cdctester.failure.CdcTesterException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.closing.FirstFailure;
import io.github.cdctester.internal.experiment.PlannedTrial;
import io.github.cdctester.internal.experiment.QuiescenceWait;
import io.github.cdctester.internal.experiment.StepTables;
import io.github.cdctester.internal.experiment.Strategy;
import io.github.cdctester.internal.experiment.TrialRun;
import io.github.cdctester.internal.experiment.TrialRunner;
import io.github.cdctester.internal.experiment.TrialRunner.TrialRuns;
import io.github.cdctester.internal.experiment.TrialTables;
import io.github.cdctester.internal.experiment.TrialTimes;
import io.github.cdctester.internal.experiment.matrix.CellOrder.Cell;
import io.github.cdctester.internal.experiment.matrix.MatrixPlan.MatrixConsumer;
import io.github.cdctester.internal.experiment.matrix.MatrixPlan.MatrixWorkload;
import io.github.cdctester.internal.experiment.matrix.MatrixServer.SettingFailedException;
import io.github.cdctester.internal.experiment.matrix.setting.SettingSwitch;
import io.github.cdctester.internal.experiment.matrix.setting.SettingSwitch.SettingWithoutEffectException;
import io.github.cdctester.internal.run.RunSettings;
import io.github.cdctester.internal.time.DeferredInterrupt;
import io.github.cdctester.result.MatrixResult;
import io.github.cdctester.result.MatrixResult.CellResult;
import io.github.cdctester.result.MatrixResult.SettingSummary;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Trial.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs the cells of a matrix in the caller's thread. Restores the server's settings and writes the finished cells to disk even if
 * the run fails or is stopped.
 */
public final class Matrix implements Strategy {

    private static final int MAX_ATTEMPTS = 2;

    private final MatrixPlan matrix;
    private final RunSettings base;
    private final MatrixFiles files;
    private final SettingSwitch settingSwitch;
    private final MatrixServer server;
    private final TrialRunner runner;
    private final boolean ownsServer;
    private final Map<Integer, CellResult> endedCells = new TreeMap<>();
    private final MatrixNotes notes;
    private List<Cell> cells = List.of();
    private List<Cell> remainingCells = List.of();
    private @Nullable CellWatch watch;
    private boolean isServerUnavailable;
    private boolean hasEndedCells;
    private @Nullable String endReason;

    /** @param ownsServer true if each start of the matrix has a new embedded server */
    public Matrix(
            MatrixPlan matrix, RunSettings base, SettingSwitch settingSwitch, MatrixFiles files, boolean ownsServer) {
        this(
                matrix,
                base,
                StepTables.of(base),
                settingSwitch,
                files,
                ownsServer,
                new QuiescenceWait(base, matrix.settleTimeout()));
    }

    Matrix(
            MatrixPlan matrix,
            RunSettings base,
            StepTables tables,
            SettingSwitch settingSwitch,
            MatrixFiles files,
            boolean ownsServer,
            TrialRuns runs) {
        this.matrix = matrix;
        this.base = base;
        this.settingSwitch = settingSwitch;
        this.files = files;
        this.ownsServer = ownsServer;
        notes = new MatrixNotes(matrix.axis().parameter().property());
        server = new MatrixServer(settingSwitch, TrialRunner.listenerOf(base));
        Duration settling = TrialRunner.settleTimeout(base.plan(), matrix.settleTimeout());
        runner = new TrialRunner(
                base,
                new TrialTables(base, tables, matrix.planWithWorkloads(base.plan(), any -> true), this::tableOwner),
                runs,
                new TrialTimes(matrix.warmUp().maxDuration(), matrix.time(), settling),
                !settling.isZero());
    }

    /**
     * A failed cell is retried once, unless its setting has no effect. The matrix ends early if the plan stops at errors, if the server
     * stays unavailable, or if a setting fails twice in a row.
     */
    public MatrixResult run() {
        settingSwitch.undoLeftovers(); // first, because the rest may reject this matrix
        cells = CellOrder.of(matrix, base.plan());
        settingSwitch.check(matrix.settings());
        runner.tables().checkServerLimits(MatrixOutline.plans(cells), matrix::changes);
        runner.tables().rejectForeignTables();
        files.begin(MatrixOutline.identifyingLines(matrix, base, ownsServer));
        files.rejectFinishedMatrix(cells.size());
        endedCells.putAll(files.completedCells());
        files.notes().forEach(notes::add);
        remainingCells = new ArrayList<>(cells);
        remainingCells.removeIf(cell -> endedCells.containsKey(cell.number()));
        FirstFailure failures = new FirstFailure();
        List<String> errors = new ArrayList<>();
        failures.run(this::measure);
        Optional.ofNullable(endReason).ifPresent(errors::add);
        boolean wasInterrupted = runner.isStopped();
        boolean isUndoCompleted;
        try (DeferredInterrupt deferred = DeferredInterrupt.begin()) {
            isUndoCompleted = failures.run(() -> errors.addAll(settingSwitch.undoAll()));
            failures.run(() -> runner.close().map(Throwable::getMessage).ifPresent(errors::add));
        }
        errors.addAll(runner.removalFailures());
        Throwable firstFailure = failures.first();
        MatrixResult[] result = new MatrixResult[1];
        failures.run(() -> result[0] = writeResult(wasInterrupted, firstFailure, errors));
        // the result reports expected failures; other exceptions are rethrown unchanged
        boolean isExpected =
                firstFailure instanceof RunFailedException || firstFailure instanceof SettingFailedException;
        if (!isUndoCompleted || firstFailure != null && !isExpected || result[0] == null) {
            failures.rethrow();
        }
        return Objects.requireNonNull(result[0], "no result, and no failure");
    }

    /** If writing fails, the returned result contains the error. */
    private MatrixResult writeResult(boolean wasInterrupted, @Nullable Throwable firstFailure, List<String> errors) {
        MatrixResult matrixResult = result(wasInterrupted, failure(firstFailure, errors));
        try {
            files.write(matrixResult);
            return matrixResult;
        } catch (RunFailedException e) {
            errors.add(String.valueOf(e.getMessage()));
            return result(wasInterrupted, failure(firstFailure, errors));
        }
    }

    private static @Nullable String failure(@Nullable Throwable firstFailure, List<String> errors) {
        List<String> reasons = new ArrayList<>();
        if (firstFailure != null) {
            reasons.add(firstFailure.getMessage() == null ? firstFailure.toString() : firstFailure.getMessage());
        }
        reasons.addAll(errors);
        return reasons.isEmpty() ? null : String.join("; ", reasons);
    }

    private void measure() {
        if (!runner.announceStart(this)) {
            return;
        }
        if (base.tables().prepare()) {
            if (files.hasTables()) {
                runner.tables()
                        .dropLeftovers(matrix.workloads().stream()
                                .filter(workload -> matrix.tableOwner(workload).isPresent())
                                .map(workload -> matrix.planWithWorkloads(base.plan(), workload::equals))
                                .toList());
            }
            Plan sharedTablesPlan = matrix.planWithWorkloads(base.plan(), this::isShared);
            if (sharedTablesPlan.writes()) {
                runner.tables().createSharedTables(sharedTablesPlan);
            }
            // also for tables of single cells: after a kill, the next start drops all tables
            files.recordTablesCreated();
        }
        runner.run(this);
    }

    private boolean isShared(MatrixWorkload workload) {
        return tableLife(workload) == TableLife.SWEEP
                && matrix.tableOwner(workload).isEmpty();
    }

    private TableLife tableLife(MatrixWorkload workload) {
        return workload.spec().tableLife(matrix.axis().parameter().property());
    }

    private Optional<Object> tableOwner(PlannedTrial trial) {
        MatrixWorkload workload = cell(trial).workload();
        return switch (tableLife(workload)) {
            case SWEEP -> matrix.tableOwner(workload).map(owner -> owner);
            case STEP -> Optional.of(trial.number());
            case RUN -> Optional.of(List.of(trial.number(), trial.head().attempt())); // a failed run has changed them
        };
    }

    private Cell cell(PlannedTrial trial) {
        return cells.get(trial.number() - 1);
    }

    @Override
    public int trialCount() {
        return matrix.cellCount();
    }

    @Override
    public int remainingTrials() {
        return remainingCells.size();
    }

    @Override
    public boolean mayEndEarly() {
        return !hasEndedCells && matrix.warmUp().until().isPresent();
    }

    @Override
    public double setupSeconds() {
        return MatrixOutline.setupSeconds(remainingCells);
    }

    @Override
    public Optional<PlannedTrial> next() {
        return remainingCells.isEmpty() || endReason != null
                ? Optional.empty()
                : Optional.of(remainingCells.get(0).trial());
    }

    @Override
    public void waitBetweenTrials(TrialRunner trialRunner) {} // prepare() waits, after it has applied the setting

    @Override
    public void prepare(PlannedTrial trial, TrialRunner trialRunner) {
        server.applySetting(cell(trial));
        trialRunner.tables().createTablesFor(trial);
        trialRunner.settle();
        trialRunner.announce(trial);
    }

    @Override
    public RunSettings adaptSettings(PlannedTrial trial, RunSettings run) {
        CellWatch cellWatch = new CellWatch(matrix.warmUp());
        watch = cellWatch;
        RunSettings watchedRun =
                withConsumer(cell(trial).consumer(), run).withListener(cellWatch.andThen(base.listener()));
        return matrix.warmUp().until().isPresent() ? watchedRun.withWarmedUp(Optional.of(cellWatch)) : watchedRun;
    }

    /** Also removes the limits on other consumers. */
    private static RunSettings withConsumer(@Nullable MatrixConsumer consumer, RunSettings run) {
        if (consumer == null) {
            return run;
        }
        String name = consumer.spec().name();
        return run.withConsumerSpecs(List.of(consumer.spec()))
                .withLimits(run.limits().stream()
                        .filter(limit -> limit.consumer().map(name::equals).orElse(true))
                        .toList());
    }

    @Override
    public void verify() {
        settingSwitch.verify();
    }

    @Override
    public boolean shouldRetry(PlannedTrial trial, CdcTesterException failure, @Nullable RunResult partialResult) {
        isServerUnavailable = !server.awaitRecovery(matrix.recoveryTimeout(), base.stop());
        boolean isSettingRefused =
                failure instanceof SettingWithoutEffectException && partialResult == null; // a retry would fail as well
        return trial.head().attempt() < MAX_ATTEMPTS && !isServerUnavailable && !isSettingRefused;
    }

    @Override
    public boolean countsInterruptedAsFailed() {
        return false;
    }

    @Override
    public void onTrialEnded(TrialRun run) {
        Cell cell = remainingCells.remove(0);
        RunResult result = run.result();
        boolean hasFailed = run.reason() != null || result == null;
        CellResult cellResult = hasFailed
                ? CellResults.withoutResult(cell, Status.FAILED, run.reason(), run.attempts(), run.seconds())
                : CellResults.withResult(cell, run, Objects.requireNonNull(watch), Objects.requireNonNull(result));
        boolean isServerFixed = matrix.settings().stream().noneMatch(setting -> setting.isExpensive());
        var cellNotes = files.write(cellResult, result, isServerFixed);
        endedCells.put(cellResult.trial().step(), cellResult);
        hasEndedCells = true;
        if (result != null) {
            notes.add(cell.number(), cellNotes);
        }
        if (isServerUnavailable) {
            endReason = "the server at " + settingSwitch.server().address() + " did not come back within "
                    + matrix.recoveryTimeout().toSeconds() + " s";
        } else if (hasFailed && matrix.onError() == OnError.STOP) {
            endReason = "cell " + cell.number() + " failed";
        }
    }

    @Override
    public MatrixResult partialResult() {
        return result(true, null);
    }

    private MatrixResult result(boolean wasInterrupted, @Nullable String failure) {
        List<CellResult> results = new ArrayList<>();
        for (Cell cell : cells) {
            CellResult endedResult = endedCells.get(cell.number());
            results.add(
                    endedResult == null ? CellResults.withoutResult(cell, Status.MISSING, null, 0, 0) : endedResult);
        }
        MatrixRows rows = new MatrixRows(matrix, results);
        return new MatrixResult(
                RunResult.SCHEMA_VERSION,
                MatrixResult.KIND,
                files.startedAt(),
                files.server(),
                base.plan().endpoint().address(),
                matrix.baseline(),
                matrix.settings().stream()
                        .map(setting -> new SettingSummary(setting.name(), setting.applySteps()))
                        .toList(),
                matrix.axis().parameter().property(),
                matrix.axis().labels(),
                matrix.workloads().stream().map(MatrixWorkload::name).toList(),
                matrix.consumers().stream().map(MatrixConsumer::name).toList(),
                matrix.repeats(),
                matrix.seed(),
                matrix.time().toMillis() / 1e3,
                matrix.warmUp().describe(),
                matrix.summaryPoint(),
                wasInterrupted,
                failure,
                Stream.concat(notes.merged(endedCells).stream(), rows.notes().stream())
                        .toList(),
                runner.tables().checks(),
                results,
                rows.rows());
    }
}
