// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix;

import io.github.cdctester.failure.CdcTesterException;
import io.github.cdctester.failure.ForeignTablesException;
import io.github.cdctester.failure.NotRemovedException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.experiment.StepValues;
import io.github.cdctester.internal.experiment.matrix.setting.SettingNotTakenException;
import io.github.cdctester.internal.run.RunSettings;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.MatrixResult.CellResult;
import io.github.cdctester.result.MatrixResult.CellResult.Status;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SweepResult.Settling;
import io.github.cdctester.run.RunInterruptedException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Makes the run of one cell; a second one where the first has failed and the server is there, or comes back. */
final class CellAttempts {

    private static final int MOST_ATTEMPTS = 2;
    private static final double NANOS = 1e9;

    /**
     * What became of a cell.
     *
     * @param cell what there is of it
     * @param result its run's result; of a run that broke what had been measured; {@code null} where nothing was
     * @param isServerGone whether the server did not come back
     */
    record Ended(CellResult cell, @Nullable RunResult result, boolean isServerGone) {}

    private final MatrixPlan matrix;
    private final RunSettings base;
    private final MatrixRuns runs;
    private final MatrixServer server;
    private final SharedTables tables;
    private final MatrixListener listener;
    private final int cells;

    CellAttempts(
            MatrixPlan matrix,
            RunSettings base,
            MatrixRuns runs,
            MatrixServer server,
            SharedTables tables,
            MatrixListener listener) {
        this.matrix = matrix;
        this.base = base;
        this.runs = runs;
        this.server = server;
        this.tables = tables;
        this.listener = listener;
        cells = matrix.cells();
    }

    /**
     * Makes it.
     *
     * @return what became of it; nothing where somebody wanted the end meanwhile
     */
    Optional<Ended> run(Cell cell) {
        long from = System.nanoTime();
        for (int attempt = 1; ; attempt++) {
            MatrixListener.CellHead head = head(cell, attempt);
            Instant startedAt = Instant.now();
            CdcTesterException failure;
            RunResult partial = null;
            try {
                server.set(cell);
                Boolean atRest = settled(cell);
                listener.cellBegins(head);
                CellWatch watch = new CellWatch(matrix.warmUp(), listener);
                RunResult result = runs.run(settings(cell, watch));
                if (result.interrupted()) {
                    return Optional.empty();
                }
                partial = result;
                server.verify();
                double seconds = (System.nanoTime() - from) / NANOS;
                CellResult ended = done(cell, attempt, startedAt, seconds, atRest, watch, result);
                return Optional.of(new Ended(ended, result, false));
            } catch (RunInterruptedException e) {
                failure = e;
                partial = e.partialResult();
            } catch (RunFailedException | ForeignTablesException e) {
                failure = e;
            }
            if (base.stop().isRaised() || Thread.currentThread().isInterrupted()) {
                return Optional.empty();
            }
            listener.runFailed(head, failure);
            boolean there = server.awaitBack(matrix.recoveryTimeout(), base.stop(), listener);
            if (base.stop().isRaised()) {
                return Optional.empty();
            }
            boolean notTaken = failure instanceof SettingNotTakenException && partial == null; // nor would it be again
            if (attempt == MOST_ATTEMPTS || !there || notTaken) {
                CellResult ended = failed(
                        cell, attempt, (System.nanoTime() - from) / NANOS, NotRemovedException.messageOf(failure));
                return Optional.of(new Ended(ended, partial, !there));
            }
        }
    }

    /** Tables of its own, and a stream at rest; {@code null} where nobody looked. */
    private @Nullable Boolean settled(Cell cell) {
        tables.makeFor(cell);
        if (matrix.settleTimeout().isZero()) {
            return null;
        }
        listener.settling();
        Settling settling = runs.settle();
        listener.settled(settling);
        return settling.settled();
    }

    private MatrixListener.CellHead head(Cell cell, int attempt) {
        return new MatrixListener.CellHead(
                cell.number(),
                cells,
                cell.setting().name(),
                cell.workload().name(),
                matrix.axis().parameter().property(),
                cell.point().label(),
                cell.repeat(),
                attempt);
    }

    /** The tables are made and dropped around the runs. */
    private RunSettings settings(Cell cell, CellWatch watch) {
        RunSettings settings = base.amongTables(cell.plan()).listeningWith(watch);
        return matrix.warmUp() instanceof CellWarmUp.Fixed ? settings : settings.warmingUpUntil(watch);
    }

    private static CellResult done(
            Cell cell,
            int attempt,
            Instant startedAt,
            double seconds,
            @Nullable Boolean atRest,
            CellWatch watch,
            RunResult result) {
        return result(
                cell,
                Status.DONE,
                null,
                attempt,
                startedAt,
                seconds,
                watch.warmUpSeconds(),
                watch.warm(),
                atRest,
                result.verdict().headline(),
                !result.verdict().status().isBad() && result.checks().stream().allMatch(Check::held),
                remarks(atRest, watch, result),
                values(watch, result),
                result.checks());
    }

    private static CellResult failed(Cell cell, int attempt, double seconds, String reason) {
        return result(
                cell,
                Status.FAILED,
                reason,
                attempt,
                null,
                seconds,
                0,
                null,
                null,
                null,
                true,
                List.of(),
                Map.of(),
                List.of());
    }

    /** One that was not begun. */
    static CellResult missing(Cell cell) {
        return result(
                cell, Status.MISSING, null, 0, null, 0, 0, null, null, null, true, List.of(), Map.of(), List.of());
    }

    private static CellResult result(
            Cell cell,
            Status status,
            @Nullable String reason,
            int attempts,
            @Nullable Instant startedAt,
            double seconds,
            double warmUpSeconds,
            @Nullable Boolean warm,
            @Nullable Boolean atRest,
            @Nullable String verdict,
            boolean held,
            List<String> remarks,
            Map<String, Double> values,
            List<Check> checks) {
        return new CellResult(
                cell.number(),
                cell.setting().name(),
                cell.workload().name(),
                cell.point().value(),
                cell.point().label(),
                cell.repeat(),
                status,
                reason,
                cell.folder(),
                attempts,
                startedAt,
                seconds,
                warmUpSeconds,
                warm,
                atRest,
                verdict,
                held,
                remarks,
                values,
                checks);
    }

    private static List<String> remarks(@Nullable Boolean atRest, CellWatch watch, RunResult result) {
        List<String> remarks = new ArrayList<>();
        if (Boolean.FALSE.equals(atRest)) {
            remarks.add("began before the stream was at rest");
        }
        if (Boolean.FALSE.equals(watch.warm())) {
            remarks.add(String.format(
                    Locale.ROOT,
                    "measured after %.0f s without having got warm: %s",
                    watch.warmUpSeconds(),
                    watch.state()));
        }
        if (result.verdict().status().isBad()) {
            remarks.add("verdict " + result.verdict().headline());
        }
        for (Check check : result.checks()) {
            if (!check.held()) {
                remarks.add("failed " + check.expression() + (check.offender() == null ? "" : ": " + check.offender()));
            }
        }
        return remarks;
    }

    private static Map<String, Double> values(CellWatch watch, RunResult result) {
        Map<String, Double> values = new LinkedHashMap<>(new StepValues(result).byName());
        var write = result.summary().write();
        if (write != null) {
            put(values, "write.latency.p50Millis", write.latency().p50Millis());
            put(values, "write.latency.p95Millis", write.latency().p95Millis());
            put(values, "write.latency.p99Millis", write.latency().p99Millis());
        }
        watch.probeMeans().forEach((name, mean) -> values.put("probes." + name, mean));
        return values;
    }

    private static void put(Map<String, Double> values, String name, @Nullable Double value) {
        if (value != null) {
            values.put(name, value);
        }
    }
}
