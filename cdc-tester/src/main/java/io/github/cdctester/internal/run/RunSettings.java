// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import io.github.cdctester.config.Plan;
import io.github.cdctester.config.StopSignal;
import io.github.cdctester.internal.limit.Limit;
import io.github.cdctester.run.RunListener;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Optional;

/**
 * A plan, and all around it that is not a value.
 *
 * @param plan what to do
 * @param prepare whether the tables are made before the run
 * @param cleanup whether they are dropped after it
 * @param dropForeign whether they may be dropped after it if this tool did not make them
 * @param checkConsistency whether the workload's consistency conditions are asked for, after making the tables and after
 *     the run
 * @param limits comparisons with which the run fails
 * @param untilPresentEnd whether the run ends when the stream has reached the end that the log had at the beginning
 * @param registry where meters are published, if anywhere
 * @param listener who is told how it goes
 * @param stop raised when somebody wants the run to end early
 */
public record RunSettings(
        Plan plan,
        boolean prepare,
        boolean cleanup,
        boolean dropForeign,
        boolean checkConsistency,
        List<Limit> limits,
        boolean untilPresentEnd,
        Optional<MeterRegistry> registry,
        RunListener listener,
        StopSignal stop) {}
