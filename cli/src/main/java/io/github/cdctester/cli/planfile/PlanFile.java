// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.planfile;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.internal.experiment.plan.ExperimentPlan;
import io.github.cdctester.internal.run.load.LoadWorkloads;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a plan file says.
 *
 * @param database the schema of the tables; empty where the command line says it, or nobody does
 * @param prepare whether the tables are made before the first phase
 * @param cleanup whether they are dropped behind the last one
 * @param ignoredErrors which SQL errors restart a transaction
 * @param drainTimeout how long the end of the stream is waited for
 * @param experiment what happens
 * @param workloads what its loads write, made
 * @param limits comparisons with which the experiment fails
 */
public record PlanFile(
        Optional<String> database,
        boolean prepare,
        boolean cleanup,
        LoadSpec.IgnoredErrors ignoredErrors,
        Duration drainTimeout,
        ExperimentPlan experiment,
        LoadWorkloads workloads,
        List<String> limits) {

    /** Copies the list. */
    public PlanFile {
        limits = List.copyOf(limits);
    }
}
