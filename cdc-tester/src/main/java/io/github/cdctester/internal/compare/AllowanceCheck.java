// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.compare;

import io.github.cdctester.internal.report.compose.comparison.ChangeText;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.Comparison.ChangeRange;
import io.github.cdctester.result.Comparison.Mark;
import io.github.cdctester.result.Comparison.NoiseFrom;
import io.github.cdctester.result.Comparison.ValueChange;
import org.jspecify.annotations.Nullable;

/**
 * Looks whether a change is further than was allowed. Where repeats tell the noise, or a search how closely it looked, it must also
 * be more than that; elsewhere the estimate alone decides, and the check says so.
 */
final class AllowanceCheck {

    private AllowanceCheck() {}

    static Check of(Allowance allowed, @Nullable String axis, ValueChange row) {
        String what = ChangeText.place(axis, row.step()) + row.value();
        Double change = row.changePercent();
        if (change == null) {
            return ofUnknown(allowed, what, row);
        }
        ChangeRange range = row.range();
        boolean byRepeats = row.noise() == NoiseFrom.REPEATS || row.noise() == NoiseFrom.ALL_STEPS;
        boolean past = allowed.isPastBy(change);
        boolean isInside = row.mark() == Mark.INSIDE_NOISE;
        boolean held = !past || isInside;
        String found = what + " " + ChangeText.percent(change) + " %"
                + ((byRepeats || isInside) && range != null ? " (" + ChangeText.range(range) + ")" : "");
        return new Check(allowed.expression(), change, held, found + (past ? remark(byRepeats, isInside) : ""));
    }

    private static String remark(boolean byRepeats, boolean isInside) {
        if (byRepeats) {
            return isInside ? ", which is inside the noise" : "";
        }
        return isInside ? ", which is no further than the answers are known" : ", by the estimate alone";
    }

    /** What was 0 and is not any more has risen by more than any percentage; what was not measured is not good. */
    private static Check ofUnknown(Allowance allowed, String what, ValueChange row) {
        Double before = row.before();
        Double after = row.after();
        if (before == null || after == null) {
            return new Check(
                    allowed.expression(), null, false, what + " is not known of " + (before == null ? "A" : "B"));
        }
        boolean risen = after > before;
        return new Check(
                allowed.expression(),
                null,
                allowed.falls() == risen,
                what + " was " + before + " and is " + after + ", by the estimate alone");
    }
}
