// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.compare;

import io.github.cdctester.result.Comparison.Mark;
import io.github.cdctester.result.Comparison.NoiseFrom;
import io.github.cdctester.result.Comparison.ValueChange;
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
        oneRun(values, percent, remarks);
        if (values.stream()
                .anyMatch(row -> row.mark() == Mark.UNKNOWN && row.before() != null && row.after() != null)) {
            remarks.add("where a run has 0, there is no interval");
        }
        only(before, after, "A", remarks);
        only(after, before, "B", remarks);
        broken(before, "A", remarks);
        broken(after, "B", remarks);
        return remarks;
    }

    private static void oneRun(List<ValueChange> values, String percent, List<String> remarks) {
        boolean isWithin = values.stream().anyMatch(row -> row.noise() == NoiseFrom.WITHIN_ONE_RUN);
        if (values.stream().anyMatch(row -> row.value().equals(ComparedValue.HIGHEST_RATE.name()))) {
            remarks.add("a highest rate is known up to the lowest one that failed, and the interval has room for that"
                    + (isWithin ? "; what differs from search to search is not in it: repeat both sides to know" : ""));
        } else if (isWithin) {
            remarks.add("a side has one run: an interval in brackets is the noise within one run only (" + percent
                    + " %), what differs from run to run is not in it; repeat both sides to know");
        } else if (values.stream().anyMatch(row -> row.mark() == Mark.ONE_RUN)) {
            remarks.add(
                    "a side has one run, and too few seconds (or none of its own) to tell the noise in it: nothing is"
                            + " certain; repeat both sides to know");
        }
    }

    private static void only(ComparedSide one, ComparedSide other, String letter, List<String> remarks) {
        List<String> alone = one.steps().keySet().stream()
                .filter(step -> !other.steps().containsKey(step))
                .toList();
        String axis = one.axis();
        if (!alone.isEmpty() && axis != null) {
            remarks.add(
                    "only " + letter + " has " + axis + " " + String.join(axis.contains(", ") ? "; " : ", ", alone));
        }
    }

    private static void broken(ComparedSide side, String letter, List<String> remarks) {
        side.remarks().forEach(remark -> remarks.add(letter + " " + remark));
        long interrupted = side.all().stream().filter(ComparedRun::interrupted).count();
        if (interrupted > 0) {
            remarks.add(letter + " has " + interrupted + " interrupted run" + (interrupted == 1 ? "" : "s"));
        }
    }
}
