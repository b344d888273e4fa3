// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.compare;

import io.github.cdctester.result.Comparison.Mark;
import io.github.cdctester.result.Comparison.NoiseFrom;
import io.github.cdctester.result.Comparison.ValueChange;
import io.github.cdctester.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What a reader of a comparison must know. */
final class Remarks {

    private Remarks() {}

    static List<String> of(ComparedSide before, ComparedSide after, List<ValueChange> values, double confidence) {
        List<String> remarks = new ArrayList<>();
        String percent = String.format(Locale.ROOT, "%.2f", 100 * confidence).replaceFirst("\\.?0+$", "");
        boolean pooled = values.stream().anyMatch(row -> row.noise() == NoiseFrom.ALL_STEPS);
        if (pooled || values.stream().anyMatch(row -> row.noise() == NoiseFrom.REPEATS)) {
            remarks.add("intervals are so wide that of " + percent + " % of such tables between equal things no row is"
                    + " outside of the noise; the noise is that between repeats"
                    + (pooled ? ", of all steps together where theirs is alike" : ""));
        }
        if (values.stream().anyMatch(row -> row.noise() == NoiseFrom.WITHIN_ONE_RUN)) {
            remarks.add("a side has one run: an interval in brackets is the noise within one run only (" + percent
                    + " %), what differs from run to run is not in it; repeat both sides to know");
        } else if (values.stream().anyMatch(row -> row.mark() == Mark.ONE_RUN)) {
            remarks.add(
                    "a side has one run, and too few seconds to tell the noise in it: nothing is certain; repeat both"
                            + " sides to know");
        }
        if (values.stream()
                .anyMatch(row -> row.mark() == Mark.UNKNOWN && row.before() != null && row.after() != null)) {
            remarks.add("where a run has 0, there is no interval");
        }
        only(before, after, "A", remarks);
        only(after, before, "B", remarks);
        interrupted(before, "A", remarks);
        interrupted(after, "B", remarks);
        return remarks;
    }

    private static void only(ComparedSide one, ComparedSide other, String letter, List<String> remarks) {
        List<String> alone = one.steps().keySet().stream()
                .filter(step -> !other.steps().containsKey(step))
                .toList();
        if (!alone.isEmpty()) {
            remarks.add("only " + letter + " has " + one.axis() + " " + String.join(", ", alone));
        }
    }

    private static void interrupted(ComparedSide side, String letter, List<String> remarks) {
        long interrupted = side.runs().stream().filter(RunResult::interrupted).count();
        if (interrupted > 0) {
            remarks.add(letter + " has " + interrupted + " interrupted run" + (interrupted == 1 ? "" : "s"));
        }
    }
}
