// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.scenario;

import io.github.cdctester.config.FaultSchedule;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.internal.experiment.matrix.MatrixPlan;
import io.github.cdctester.internal.experiment.plan.Scenario;
import io.github.cdctester.internal.experiment.probe.ProbeSpec;
import io.github.cdctester.internal.experiment.probe.source.ProbeSource;
import io.github.cdctester.internal.run.load.LoadWorkloads;
import io.github.cdctester.internal.run.load.TablePolicy.Filling;
import io.github.cdctester.internal.yaml.YamlNode;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The file of {@code cdc-tester plan}: a scenario of phases, or a matrix.
 *
 * @param database the schema of the tables; empty where the command line says it, or nobody does
 * @param prepare whether the tables are made before the first phase
 * @param cleanup whether they are dropped behind the last one
 * @param ignoredErrors which SQL errors restart a transaction
 * @param drainTimeout how long the end of the stream is waited for
 * @param stream whether there is a stream, unless the command line says that there is none
 * @param probes what is read beside it
 * @param phases what happens, phase after phase; {@code null} of a matrix
 * @param matrix what is run, cell after cell; {@code null} of phases
 * @param rateThreads workers of a cell where the matrix is over rates
 * @param workloads what its loads write, made
 * @param limits comparisons with which the experiment fails
 * @param faults what is broken on purpose; nothing in a matrix
 * @param filling how the tables are filled
 * @param lines the form of lines while it runs, as far as loads give it
 * @param root the file itself, for those who find out later what is wrong in it
 */
public record ScenarioFile(
        Optional<String> database,
        boolean prepare,
        boolean cleanup,
        LoadSpec.IgnoredErrors ignoredErrors,
        Duration drainTimeout,
        boolean stream,
        List<ProbeSpec> probes,
        @Nullable Scenario phases,
        @Nullable MatrixPlan matrix,
        int rateThreads,
        LoadWorkloads workloads,
        List<String> limits,
        FaultSchedule faults,
        Filling filling,
        LineDefaults lines,
        YamlNode root) {

    public ScenarioFile {
        probes = List.copyOf(probes);
        limits = List.copyOf(limits);
    }

    public Scenario scenario() {
        return Objects.requireNonNull(phases, "a matrix has no phases");
    }

    public int probeConnections() {
        return (int) probes.stream()
                .filter(probe ->
                        probe.source() instanceof ProbeSource.Sql && probe.at().isEmpty())
                .count();
    }

    /** The loads of the phases; of a matrix one for each workload. */
    public List<NamedLoad> loads() {
        return matrix == null
                ? scenario().loads()
                : matrix.workloads().stream()
                        .map(workload -> NamedLoad.of(workload.spec(), LoadSpec.closedLoop(rateThreads))
                                .named(workload.name()))
                        .toList();
    }
}
