// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.planfile;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.experiment.Companion;
import io.github.cdctester.experiment.PhaseSpec;
import io.github.cdctester.experiment.TimedAction;
import io.github.cdctester.internal.experiment.probe.ProbeSpec;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a plan file says.
 *
 * @param label the file's name
 * @param text the file as it is
 * @param database the schema of the tables; empty where the command line says it, or nobody does
 * @param prepare whether the tables are made before the first phase
 * @param cleanup whether they are dropped behind the last one
 * @param ignoredErrors which SQL errors restart a transaction
 * @param drainTimeout how long the end of the stream is waited for
 * @param phases what happens, in order
 * @param probes what is asked beside it
 * @param companions the programs that run beside it
 * @param actions what is done at its time
 * @param limits comparisons with which the experiment fails
 */
public record PlanFile(
        String label,
        String text,
        Optional<String> database,
        boolean prepare,
        boolean cleanup,
        LoadSpec.IgnoredErrors ignoredErrors,
        Duration drainTimeout,
        List<PhaseSpec> phases,
        List<ProbeSpec> probes,
        List<Companion> companions,
        List<TimedAction> actions,
        List<String> limits) {}
