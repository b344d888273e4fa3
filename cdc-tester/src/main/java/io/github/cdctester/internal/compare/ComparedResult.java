// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.compare;

import io.github.cdctester.internal.statistics.Repeats;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A run.
 *
 * @param run its result
 */
record ComparedResult(RunResult run) implements ComparedRun {

    @Override
    public @Nullable Double value(ComparedValue value) {
        return value.in(run);
    }

    @Override
    public boolean speaksOf(ComparedValue value) {
        return value.number() != null;
    }

    @Override
    public Optional<Repeats> within(String name, double value) {
        return WithinRun.of(name, value, run);
    }

    @Override
    public Verdict.Status verdict() {
        return run.verdict().status();
    }

    @Override
    public boolean interrupted() {
        return run.interrupted();
    }
}
