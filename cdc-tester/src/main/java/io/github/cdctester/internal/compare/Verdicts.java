// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.compare;

import io.github.cdctester.result.Check;
import io.github.cdctester.result.Comparison.VerdictChange;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Verdicts beside each other: one that got worse is worse, whatever is allowed. */
final class Verdicts {

    private Verdicts() {}

    static List<VerdictChange> of(List<String> steps, ComparedSide before, ComparedSide after) {
        return steps.stream()
                .map(step -> {
                    Verdict.Status first = worst(before.steps().getOrDefault(step, List.of()));
                    Verdict.Status second = worst(after.steps().getOrDefault(step, List.of()));
                    return new VerdictChange(
                            before.axis() == null ? null : step, first, second, second.compareTo(first) > 0);
                })
                .toList();
    }

    static List<Check> checks(@Nullable String axis, List<VerdictChange> verdicts) {
        return verdicts.stream()
                .filter(VerdictChange::worse)
                .map(one -> new Check(
                        "verdict",
                        null,
                        false,
                        (one.step() == null ? "" : axis + " " + one.step() + ": ") + "it was " + one.before()
                                + " and is " + one.after()))
                .toList();
    }

    private static Verdict.Status worst(List<RunResult> runs) {
        return runs.stream()
                .map(run -> run.verdict().status())
                .max(Comparator.naturalOrder())
                .orElse(Verdict.Status.NOT_CHECKED);
    }
}
