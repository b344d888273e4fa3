// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.scenario;

import io.github.cdctester.config.FaultSchedule;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.consumer.ConsumerSpec;
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
 * @param database the schema of the tables; empty if the command line names it, or for none
 * @param prepare whether the tables are created before the first phase
 * @param cleanup whether they are dropped after the last one
 * @param ignoredErrors which SQL errors restart a transaction
 * @param drainTimeout longest wait for the end of the stream
 * @param stream whether there is a stream, unless the command line excludes it
 * @param probes probes during the experiment
 * @param phases phases in order; {@code null} for a matrix
 * @param matrix the matrix; {@code null} for phases
 * @param rateThreads workers of a cell in a matrix over rates
 * @param consumers consumers that each run starts, judges and stops
 * @param workloads workloads of its loads, created
 * @param limits comparisons with which the experiment fails
 * @param faults injected faults; none in a matrix
 * @param filling how the tables are filled
 * @param lines the form of lines during the run, if loads define it
 * @param root the file itself, for later error messages
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
        List<ConsumerSpec> consumers,
        LoadWorkloads workloads,
        List<String> limits,
        FaultSchedule faults,
        Filling filling,
        LineDefaults lines,
        YamlNode root) {

    public ScenarioFile {
        probes = List.copyOf(probes);
        limits = List.copyOf(limits);
        consumers = List.copyOf(consumers);
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
        return matrix == null ? scenario().loads() : matrix.loads(LoadSpec.closedLoop(rateThreads));
    }
}
