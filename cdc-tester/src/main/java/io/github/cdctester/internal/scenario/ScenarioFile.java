// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.scenario;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.fault.FaultSchedule;
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
 * The content of a plan file: a scenario of phases, or a matrix.
 *
 * @param database empty if the file does not set it
 * @param prepare true if the run creates the tables first
 * @param cleanup true if the run drops the tables at the end
 * @param stream the command line can turn the stream off
 * @param phases {@code null} for a matrix
 * @param matrix {@code null} for phases
 * @param rateThreads workers of a cell in a matrix over rates; otherwise 1
 * @param faults without the faults of actions; none in a matrix
 * @param root for later error messages
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

    /** A matrix has one load per workload. */
    public List<NamedLoad> loads() {
        return matrix == null ? scenario().loads() : matrix.loads(LoadSpec.closedLoop(rateThreads));
    }
}
