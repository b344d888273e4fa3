// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix;

import io.github.cdctester.experiment.OnError;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.closing.FirstFailure;
import io.github.cdctester.internal.experiment.StepTables;
import io.github.cdctester.internal.experiment.matrix.setting.SettingSwitch;
import io.github.cdctester.internal.run.RunSettings;
import io.github.cdctester.internal.time.DeferredInterrupt;
import io.github.cdctester.result.MatrixResult;
import io.github.cdctester.result.MatrixResult.CellResult.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes the cells of a matrix, in the caller's thread. Whatever happens, the server's settings are put back, and what was measured
 * is on the disk.
 */
public final class Matrix {

    private final MatrixPlan matrix;
    private final RunSettings base;
    private final MatrixFiles files;
    private final SettingSwitch settings;
    private final SharedTables tables;
    private final MatrixRuns runs;
    private final MatrixListener listener;
    private final boolean ownServer;

    /**
     * Creates a matrix; nothing happens yet.
     *
     * @param base the run, with anything for its loads, of which the number of threads counts where the axis is the rate, and
     *     anything for its window, of which the longest wait for the end of the stream counts; the tables that it is to make
     *     are made by {@code tables}
     * @param ownServer whether the server is another one with each start, as an embedded one is
     * @param listener is told how it goes, in place of the run's own
     */
    public Matrix(
            MatrixPlan matrix,
            RunSettings base,
            StepTables tables,
            SettingSwitch settings,
            MatrixFiles files,
            boolean ownServer,
            MatrixListener listener) {
        this(matrix, base, tables, settings, files, ownServer, listener, null);
    }

    Matrix(
            MatrixPlan matrix,
            RunSettings base,
            StepTables tables,
            SettingSwitch settings,
            MatrixFiles files,
            boolean ownServer,
            MatrixListener listener,
            @Nullable MatrixRuns runs) {
        this.matrix = matrix;
        this.base = base.listeningWith(listener);
        this.tables = new SharedTables(matrix, this.base, tables);
        this.settings = settings;
        this.files = files;
        this.ownServer = ownServer;
        this.listener = listener;
        this.runs = runs == null ? MatrixRuns.conducted(this.base, matrix) : runs;
    }

    /**
     * Runs those cells that are not done yet. A cell that fails is tried again once; it is not the end, unless the server does not
     * come back.
     *
     * @return what there is of each cell; it is on the disk as well
     * @throws io.github.cdctester.failure.InvalidPlanException if something does not fit, or the directory has another matrix;
     *     then nothing was begun
     * @throws io.github.cdctester.failure.ForeignTablesException if tables would have to be dropped that this tool did not make;
     *     likewise
     * @throws RunFailedException if the directory cannot be written, or what a killed start has left cannot be undone
     */
    public MatrixResult run() {
        settings.undoLeftovers(); // whatever is asked for now
        List<Cell> cells = CellOrder.of(matrix, base.plan());
        settings.check(matrix.settings());
        tables.check(cells);
        files.begin(MatrixWords.of(matrix, base.plan(), ownServer));
        files.refuseFinished(cells.size());
        MatrixRecord record = new MatrixRecord(matrix, base.plan(), files, cells);
        FirstFailure failures = new FirstFailure();
        List<String> wrong = new ArrayList<>();
        failures.doing(() -> run(record).ifPresent(wrong::add));
        boolean interrupted = base.stop().isRaised() || Thread.currentThread().isInterrupted();
        try (DeferredInterrupt held = DeferredInterrupt.hold()) {
            wrong.addAll(settings.undoAll());
            failures.doing(() -> tables.close().map(Throwable::getMessage).ifPresent(wrong::add));
        }
        Throwable first = failures.first();
        MatrixResult[] result = new MatrixResult[1];
        failures.doing(() ->
                result[0] = written(() -> record.result(interrupted, failure(first, wrong), tables.checks()), wrong));
        if (failures.wasInterrupted()) {
            Thread.currentThread().interrupt();
        }
        rethrow(failures);
        MatrixResult made = result[0];
        if (made == null) {
            failures.rethrow();
            throw new IllegalStateException("there is no result"); // nor a failure, which cannot be
        }
        return made;
    }

    /** One that could not be written says so: it is all that there is of the tables. */
    private MatrixResult written(Supplier<MatrixResult> result, List<String> wrong) {
        MatrixResult made = result.get();
        try {
            files.write(made);
            return made;
        } catch (RunFailedException e) {
            wrong.add(String.valueOf(e.getMessage()));
            return result.get();
        }
    }

    /** What the cells were measured by is told in the result; what nobody foresaw comes out as it is. */
    private static void rethrow(FirstFailure failures) {
        Throwable first = failures.first();
        if (first != null && !(first instanceof RunFailedException) && !(first instanceof SettingFailedException)) {
            failures.rethrow();
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

    /** Why it ended before its time, if it did. */
    private Optional<String> run(MatrixRecord record) throws InterruptedException {
        RemainingTime time = new RemainingTime(matrix);
        List<Cell> left = record.left();
        listener.planned(matrix.cells(), left.size(), time.of(left), time.isMost());
        if (left.isEmpty() || isStopped()) {
            return Optional.empty();
        }
        tables.make(files);
        MatrixServer server = new MatrixServer(settings, listener);
        CellAttempts attempts = new CellAttempts(matrix, base, runs, server, tables, listener);
        for (int i = 0; i < left.size() && !isStopped(); i++) {
            Optional<CellAttempts.Ended> ended = attempts.run(left.get(i));
            if (ended.isEmpty()) {
                return Optional.empty();
            }
            CellAttempts.Ended cell = ended.get();
            files.write(cell.cell(), cell.result());
            record.add(cell.cell());
            Optional.ofNullable(cell.result())
                    .ifPresent(result -> result.notes().forEach(record::note));
            time.add(cell.cell().seconds());
            List<Cell> rest = left.subList(i + 1, left.size());
            Duration remaining = time.of(rest);
            listener.cellEnds(cell.cell(), rest.size(), remaining);
            listener.progress(record.result(true, null, tables.checks()));
            if (cell.isServerGone()) {
                return Optional.of("the server at " + settings.server().address() + " did not come back within "
                        + matrix.recoveryTimeout().toSeconds() + " s");
            }
            if (cell.cell().status() == Status.FAILED && matrix.onError() == OnError.STOP) {
                return Optional.of("cell " + cell.cell().cell() + " failed");
            }
        }
        return Optional.empty();
    }

    /** Also where somebody has interrupted the thread. */
    private boolean isStopped() {
        return base.stop().isRaised() || Thread.currentThread().isInterrupted();
    }
}
