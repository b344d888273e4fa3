// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.compare;

import io.github.cdctester.internal.report.compose.comparison.ChangeText;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.Comparison.VerdictChange;
import io.github.cdctester.result.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Verdicts beside each other: one that got worse is worse, whatever is allowed. */
final class Verdicts {

    private Verdicts() {}

    /** Of the steps that have verdicts of their own. */
    static List<VerdictChange> of(List<String> steps, ComparedSide before, ComparedSide after) {
        List<VerdictChange> changes = new ArrayList<>();
        for (String step : steps) {
            Optional<Verdict.Status> first = worst(before, step);
            Optional<Verdict.Status> second = worst(after, step);
            if (first.isPresent() || second.isPresent()) {
                Verdict.Status was = first.orElse(Verdict.Status.NOT_CHECKED);
                Verdict.Status is = second.orElse(Verdict.Status.NOT_CHECKED);
                changes.add(new VerdictChange(before.axis() == null ? null : step, was, is, is.compareTo(was) > 0));
            }
        }
        return changes;
    }

    static List<Check> checks(@Nullable String axis, List<VerdictChange> verdicts) {
        return verdicts.stream()
                .filter(VerdictChange::worse)
                .map(one -> new Check(
                        "verdict",
                        null,
                        false,
                        ChangeText.place(axis, one.step()) + "it was " + one.before() + " and is " + one.after()))
                .toList();
    }

    private static Optional<Verdict.Status> worst(ComparedSide side, String step) {
        return side.steps().getOrDefault(step, List.of()).stream()
                .map(ComparedRun::verdict)
                .filter(Objects::nonNull)
                .max(Comparator.naturalOrder());
    }
}
