// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.experiment.SweepAxis;
import io.github.cdctester.internal.limit.Limit;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SweepResult;
import io.github.cdctester.result.SweepResult.Settling;
import io.github.cdctester.result.SweepResult.StepResult;
import io.github.cdctester.result.SweepResult.StepResult.Status;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What there is of a sweep up to now. */
final class SweepRecord {

    private final SweepPlan sweep;
    private final Plan base;
    private final Instant startedAt = Instant.now();
    private final List<StepResult> steps = new ArrayList<>();
    private boolean interrupted;

    SweepRecord(SweepPlan sweep, Plan base) {
        this.sweep = sweep;
        this.base = base;
    }

    /** Whether somebody wants the sweep to end early. */
    void interrupted(boolean wanted) {
        interrupted = wanted;
    }

    void add(StepResult step) {
        steps.add(step);
    }

    /** The wait behind the latest run has ended. */
    void settled(@Nullable Settling settling) {
        int last = steps.size() - 1;
        steps.set(last, steps.get(last).withSettling(settling));
    }

    /** The results of a step's runs that were done. */
    Stream<RunResult> done(int step) {
        return steps.stream()
                .filter(run -> run.step() == step && run.status() == Status.DONE)
                .map(run -> Objects.requireNonNull(run.result()));
    }

    SweepResult result(@Nullable Double restMillis, @Nullable String failure, List<Check> checks) {
        return new SweepResult(
                RunResult.SCHEMA_VERSION,
                SweepResult.KIND,
                startedAt,
                base.loads().get(0).name(),
                base.loads().size() == 1
                        ? null
                        : base.loads().stream().skip(1).map(NamedLoad::name).collect(Collectors.joining(", ")),
                sweep.axis().parameter().property(),
                sweep.axis().points().stream().map(SweepAxis.Point::label).toList(),
                sweep.repeats(),
                sweep.until().stream().map(Limit::expression).toList(),
                restMillis,
                interrupted,
                steps.stream()
                        .filter(step -> step.status() == Status.SKIPPED)
                        .map(StepResult::reason)
                        .findFirst()
                        .orElse(null),
                failure,
                checks,
                steps,
                SweepRows.of(steps));
    }
}
