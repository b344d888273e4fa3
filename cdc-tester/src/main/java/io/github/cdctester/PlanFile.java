// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.experiment.ExperimentListener;
import io.github.cdctester.failure.CdcTesterException;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.experiment.matrix.MatrixFiles;
import io.github.cdctester.internal.experiment.matrix.MatrixPlan;
import io.github.cdctester.internal.experiment.matrix.setting.SettingSwitch.HumanPause;
import io.github.cdctester.internal.report.files.OutputLock;
import io.github.cdctester.internal.report.files.ResultFiles;
import io.github.cdctester.internal.report.files.UsedDirectory;
import io.github.cdctester.internal.scenario.ScenarioCheck;
import io.github.cdctester.internal.scenario.ScenarioFile;
import io.github.cdctester.internal.scenario.ScenarioReader;
import io.github.cdctester.internal.scenario.ScenarioRun;
import io.github.cdctester.result.PlanResult;
import io.github.cdctester.result.Result;
import io.github.cdctester.run.RunListener;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An experiment in a YAML file: phases of load, or a matrix of settings. The file format is the same as for {@code cdc-tester plan}.
 * Not thread-safe.
 */
public final class PlanFile {

    private final Path path;
    private final Map<String, String> prices = new LinkedHashMap<>();
    private PlanBuilder plan = CdcTester.plan();
    private @Nullable ExperimentListener listener;
    private @Nullable Endpoint endpoint;
    private @Nullable Path out;

    PlanFile(Path path) {
        this.path = Objects.requireNonNull(path, "path");
    }

    /**
     * Sets a builder with settings that the file does not contain: the server, the stream and its verification, worker nodes, a stop
     * signal, a meter registry, a {@linkplain PlanBuilder#controlledServer controlled server}, additional probes, limits and consumers.
     * {@link #check()} and {@link #run()} reject settings that the file replaces, such as a window.
     *
     * @param base a plan without loads
     */
    public PlanFile plan(PlanBuilder base) {
        plan = Objects.requireNonNull(base, "base");
        return this;
    }

    /**
     * Sets the server, which replaces the plan's endpoint.
     *
     * @param server the server and the account; without a database, the file's database is used
     */
    public PlanFile endpoint(Endpoint server) {
        endpoint = Objects.requireNonNull(server, "server");
        return this;
    }

    /** Sets the listener of the experiment, which replaces the plan's listener. */
    public PlanFile listener(ExperimentListener experimentListener) {
        listener = Objects.requireNonNull(experimentListener, "experimentListener");
        return this;
    }

    /**
     * Sets the directory for the result. Default: none. A matrix requires a directory, which also contains the journal of server
     * settings to restore after a kill. A later run with the same directory continues the matrix.
     *
     * @param directory created if missing; must not contain a result, except of the same unfinished matrix, and no other run may be
     *     writing there
     */
    public PlanFile out(Path directory) {
        out = Objects.requireNonNull(directory, "directory");
        return this;
    }

    /**
     * Sets the price of the capacity that a probe reads. Replaces the price in the file.
     *
     * @param probe name of the probe's series
     * @param price amount per unit and time, such as {@code 0.0625/PCU-hour}
     */
    public PlanFile price(String probe, String price) {
        prices.put(Objects.requireNonNull(probe, "probe"), Objects.requireNonNull(price, "price"));
        return this;
    }

    /**
     * Checks the file and tries its programs, probes and statements, without changing anything. Without an endpoint, entries that
     * need a server are not tried.
     *
     * @return a description of the experiment, one line per entry
     * @throws InvalidPlanException if the file or a setting is wrong, or a program is missing; further failures are suppressed
     *     exceptions
     * @throws RunFailedException if the server or a probe does not answer, or a limit of the server is too low
     */
    public List<String> check() {
        ScenarioRun run = assemble(read());
        Optional<Endpoint> server = server();
        run.check(server.isPresent());
        ScenarioCheck scenarioCheck = tryOut(run, server.isPresent());
        List<String> lines =
                new ArrayList<>(run.outline(server.map(Endpoint::address).orElse("none yet")));
        scenarioCheck.untriedEntries().forEach(line -> lines.add("not tried  " + line));
        List<String> limitMessages = server.isPresent() ? run.serverLimitMessages() : List.of();
        if (!limitMessages.isEmpty()) {
            throw new RunFailedException(String.join("; ", limitMessages));
        }
        return lines;
    }

    /**
     * Runs the experiment in the calling thread.
     *
     * @return a {@link PlanResult} for phases, a {@link io.github.cdctester.result.MatrixResult} for a matrix; marked as
     *     interrupted if the stop signal, or in phases a failure, ended the experiment early
     * @throws InvalidPlanException if the file or a setting is wrong, or the endpoint or a required directory is missing
     * @throws RunFailedException if the experiment cannot start, or no phase was measured
     */
    public Result run() {
        if (server().isEmpty()) {
            throw new InvalidPlanException("endpoint", "missing", "given with endpoint(…)");
        }
        RunListener usedListener = plan.draft.listenerOr(listener);
        ScenarioFile file = read();
        ScenarioRun run = assemble(file);
        run.check(true);
        MatrixPlan matrix = file.matrix();
        try (OutputLock lock = out == null ? null : OutputLock.acquire(out)) {
            refuseUsedDirectory(matrix != null);
            tryOut(run, true);
            Optional<ResultFiles> files = Optional.ofNullable(out).map(ResultFiles::in);
            if (matrix != null) {
                MatrixFiles cells = new MatrixFiles(Objects.requireNonNull(out), files.orElseThrow());
                return run.run(matrix, usedListener, cells, HumanPause.UNAVAILABLE);
            }
            PlanResult result = run.run(usedListener, Optional.ofNullable(out), files);
            files.ifPresent(resultFiles -> resultFiles.write(result));
            return result;
        }
    }

    private ScenarioFile read() {
        return ScenarioReader.read(path, plan.draft.probes(), prices);
    }

    private ScenarioRun assemble(ScenarioFile file) {
        return ScenarioRun.of(file, plan.draft.settingsForFile(file, server().orElse(ScenarioRun.UNKNOWN_ENDPOINT)));
    }

    private Optional<Endpoint> server() {
        return Optional.ofNullable(endpoint == null ? plan.draft.endpoint : endpoint);
    }

    private void refuseUsedDirectory(boolean isMatrix) {
        if (out == null && isMatrix) {
            throw new InvalidPlanException(
                    "out", "missing", "given for a matrix, which stores its results and its undo journal there");
        }
        List<String> results = out == null ? List.of() : UsedDirectory.resultNames(out);
        boolean isContinuation = isMatrix
                && (results.contains(UsedDirectory.MATRIX_JOURNAL) || results.contains(UsedDirectory.UNDO_JOURNAL));
        if (!results.isEmpty() && !isContinuation) {
            throw new InvalidPlanException("out", String.valueOf(out), "a directory without a result");
        }
    }

    private static ScenarioCheck tryOut(ScenarioRun run, boolean hasServer) {
        try {
            ScenarioCheck scenarioCheck = run.tryOut(hasServer);
            List<CdcTesterException> failures = scenarioCheck.failures();
            if (!failures.isEmpty()) {
                CdcTesterException lastFailure = failures.get(failures.size() - 1);
                failures.subList(0, failures.size() - 1).forEach(lastFailure::addSuppressed);
                throw lastFailure;
            }
            return scenarioCheck;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RunFailedException("interrupted while the plan file was checked", e);
        }
    }
}
