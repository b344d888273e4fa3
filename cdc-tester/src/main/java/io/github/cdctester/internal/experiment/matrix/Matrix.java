// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix;

import io.github.cdctester.config.Plan;
import io.github.cdctester.config.WorkloadSpec.TableLife;
import io.github.cdctester.experiment.ExperimentListener;
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
import io.github.cdctester.internal.experiment.matrix.setting.SettingSwitch.SettingNotTakenException;
import io.github.cdctester.internal.run.RunSettings;
import io.github.cdctester.internal.time.DeferredInterrupt;
import io.github.cdctester.result.MatrixResult;
import io.github.cdctester.result.MatrixResult.CellResult;
import io.github.cdctester.result.MatrixResult.SettingSummary;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Trial.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Runs the cells of a matrix, in the caller's thread. In any case, the server's settings are restored, and measurements are on
 * disk.
 */
public final class Matrix implements Strategy {

    private static final int MAX_ATTEMPTS = 2;

    private final MatrixPlan matrix;
    private final RunSettings base;
    private final MatrixFiles files;
    private final SettingSwitch settings;
    private final MatrixServer server;
    private final TrialRunner runner;
    private final ExperimentListener listener;
    private final boolean ownServer;
    private final Map<Integer, CellResult> ended = new TreeMap<>();
    private final List<Note> notes = new ArrayList<>();
    private List<Cell> cells = List.of();
    private List<Cell> left = List.of();
    private @Nullable CellWatch watch;
    private boolean isServerGone;
    private boolean isMeasured;
    private @Nullable String endedBecause;

    /** @param ownServer whether each start has another server, as with an embedded one */
    public Matrix(
            MatrixPlan matrix,
            RunSettings base,
            SettingSwitch settings,
            MatrixFiles files,
            boolean ownServer,
            ExperimentListener listener) {
        this(
                matrix,
                base,
                StepTables.of(base.listeningWith(listener)),
                settings,
                files,
                ownServer,
                listener,
                new QuiescenceWait(base.listeningWith(listener), matrix.settleTimeout()));
    }

    Matrix(
            MatrixPlan matrix,
            RunSettings base,
            StepTables tables,
            SettingSwitch settings,
            MatrixFiles files,
            boolean ownServer,
            ExperimentListener listener,
            TrialRuns runs) {
        this.matrix = matrix;
        this.base = base.listeningWith(listener);
        this.settings = settings;
        this.files = files;
        this.ownServer = ownServer;
        this.listener = listener;
        server = new MatrixServer(settings, listener);
        Duration settling = TrialRunner.settling(base, matrix.settleTimeout());
        runner = new TrialRunner(
                this.base,
                new TrialTables(this.base, tables, matrix.plan(base.plan(), any -> true), this::ownTables),
                runs,
                listener,
                new TrialTimes(matrix.warmUp().longest(), matrix.time(), settling),
                !settling.isZero());
    }

    /**
     * Runs the cells that are not done yet. A failed cell is repeated once; the matrix continues, unless the server does not
     * come back.
     */
    public MatrixResult run() {
        settings.undoLeftovers(); // for any request
        cells = CellOrder.of(matrix, base.plan());
        settings.check(matrix.settings());
        runner.tables().checkRoom(MatrixOutline.plans(cells), matrix::changes);
        runner.tables().refuseForeign();
        files.begin(MatrixOutline.words(matrix, base.plan(), ownServer));
        files.refuseFinished(cells.size());
        ended.putAll(files.done());
        left = new ArrayList<>(cells);
        left.removeIf(cell -> ended.containsKey(cell.number()));
        FirstFailure failures = new FirstFailure();
        List<String> wrong = new ArrayList<>();
        failures.run(this::measure);
        Optional.ofNullable(endedBecause).ifPresent(wrong::add);
        boolean interrupted = runner.isStopped();
        try (DeferredInterrupt held = DeferredInterrupt.hold()) {
            wrong.addAll(settings.undoAll());
            failures.run(() -> runner.close().map(Throwable::getMessage).ifPresent(wrong::add));
        }
        Throwable first = failures.first();
        MatrixResult[] result = new MatrixResult[1];
        failures.run(() -> result[0] = written(interrupted, first, wrong));
        if (failures.wasInterrupted()) {
            Thread.currentThread().interrupt();
        }
        // the result contains what the cells were measured by; unexpected exceptions are thrown unchanged
        if (first != null && !(first instanceof RunFailedException) && !(first instanceof SettingFailedException)) {
            failures.rethrow();
        }
        if (result[0] == null) {
            failures.rethrow();
        }
        return Objects.requireNonNull(result[0], "no result, and no failure");
    }

    /** A cell that could not be stored has a note: the tables have only its values. */
    private MatrixResult written(boolean interrupted, @Nullable Throwable first, List<String> wrong) {
        MatrixResult made = result(interrupted, failure(first, wrong));
        try {
            files.write(made);
            return made;
        } catch (RunFailedException e) {
            wrong.add(String.valueOf(e.getMessage()));
            return result(interrupted, failure(first, wrong));
        }
    }

    private static @Nullable String failure(@Nullable Throwable first, List<String> wrong) {
        List<String> all = new ArrayList<>();
        if (first != null) {
            all.add(first.getMessage() == null ? first.toString() : first.getMessage());
        }
        all.addAll(wrong);
        return all.isEmpty() ? null : String.join("; ", all);
    }

    private void measure() throws InterruptedException {
        if (!runner.announceStart(this)) {
            return;
        }
        if (base.tables().prepare()) {
            if (files.hasTables()) {
                runner.tables()
                        .dropLeftovers(matrix.workloads().stream()
                                .filter(workload -> matrix.ownTables(workload).isPresent())
                                .map(workload -> matrix.plan(base.plan(), workload::equals))
                                .toList());
            }
            Plan shared = matrix.plan(base.plan(), this::isShared);
            if (shared.writes()) {
                runner.tables().makeShared(shared);
            }
            files.madeTables(); // also tables of single cells: a start after a kill drops all of them
        }
        runner.run(this);
    }

    private boolean isShared(MatrixWorkload workload) {
        return hasLastingTables(workload) && matrix.ownTables(workload).isEmpty();
    }

    private boolean hasLastingTables(MatrixWorkload workload) {
        return workload.spec().tableLife(matrix.axis().parameter().property()) == TableLife.SWEEP;
    }

    private Optional<Object> ownTables(PlannedTrial trial) {
        MatrixWorkload workload = cell(trial).workload();
        return hasLastingTables(workload)
                ? matrix.ownTables(workload).map(owner -> owner)
                : Optional.of(trial.number());
    }

    private Cell cell(PlannedTrial trial) {
        return cells.get(trial.number() - 1);
    }

    @Override
    public int trials() {
        return matrix.cells();
    }

    @Override
    public int left() {
        return left.size();
    }

    @Override
    public boolean mayEndEarly() {
        return !isMeasured && matrix.warmUp().until().isPresent();
    }

    @Override
    public double setupSeconds() {
        return MatrixOutline.setupSeconds(left);
    }

    @Override
    public Optional<PlannedTrial> next() {
        return left.isEmpty() || endedBecause != null
                ? Optional.empty()
                : Optional.of(left.get(0).trial());
    }

    @Override
    public void between(TrialRunner trials) {} // each attempt waits, in its setting

    @Override
    public void prepare(PlannedTrial trial, TrialRunner trials) {
        server.set(cell(trial));
        trials.tables().makeFor(trial);
        trials.settle();
        trials.announce(trial);
    }

    @Override
    public RunSettings watched(PlannedTrial trial, RunSettings run) {
        CellWatch seen = new CellWatch(matrix.warmUp());
        watch = seen;
        RunSettings told = ofConsumer(cell(trial).consumer(), run).listeningWith(seen.andThen(listener));
        return matrix.warmUp().until().isPresent() ? told.warmingUpUntil(seen) : told;
    }

    /** A cell of one consumer ignores limits on the others. */
    private static RunSettings ofConsumer(@Nullable MatrixConsumer consumer, RunSettings run) {
        if (consumer == null) {
            return run;
        }
        String name = consumer.spec().name();
        return run.starting(List.of(consumer.spec()))
                .limits(run.limits().stream()
                        .filter(limit -> limit.consumer().map(name::equals).orElse(true))
                        .toList());
    }

    @Override
    public void verify() {
        settings.verify();
    }

    @Override
    public boolean retries(PlannedTrial trial, CdcTesterException failure, @Nullable RunResult partial) {
        isServerGone = !server.awaitBack(matrix.recoveryTimeout(), base.stop());
        boolean notTaken = failure instanceof SettingNotTakenException && partial == null; // nor would it be again
        return trial.head().attempt() < MAX_ATTEMPTS && !isServerGone && !notTaken;
    }

    @Override
    public boolean keepsInterrupted() {
        return false;
    }

    @Override
    public void ended(TrialRun run) {
        Cell cell = left.remove(0);
        RunResult result = run.result();
        boolean failed = run.reason() != null || result == null;
        CellResult made = failed
                ? CellResults.without(cell, Status.FAILED, run.reason(), run.attempts(), run.seconds())
                : CellResults.done(cell, run, Objects.requireNonNull(watch), Objects.requireNonNull(result));
        files.write(made, result);
        ended.put(made.trial().step(), made);
        isMeasured = true;
        if (result != null) {
            result.notes().stream()
                    .filter(note -> notes.stream().noneMatch(note::isLike))
                    .forEach(notes::add);
        }
        if (isServerGone) {
            endedBecause = "the server at " + settings.server().address() + " did not come back within "
                    + matrix.recoveryTimeout().toSeconds() + " s";
        } else if (failed && matrix.onError() == OnError.STOP) {
            endedBecause = "cell " + cell.number() + " failed";
        }
    }

    @Override
    public MatrixResult soFar() {
        return result(true, null);
    }

    private MatrixResult result(boolean interrupted, @Nullable String failure) {
        List<CellResult> all = new ArrayList<>();
        for (Cell cell : cells) {
            CellResult known = ended.get(cell.number());
            all.add(known == null ? CellResults.without(cell, Status.MISSING, null, 0, 0) : known);
        }
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
                matrix.warmUp().words(),
                matrix.summaryPoint(),
                interrupted,
                failure,
                List.copyOf(notes),
                runner.tables().checks(),
                all,
                new MatrixRows(matrix, all).rows());
    }
}
