// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.assertj;

import io.github.cdctester.result.SampleRow;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Compares one number of a run with a limit, and finds the second in which it broke.
 *
 * @param name the number, in words
 * @param unit its unit, behind a value; with a space before it
 * @param value the number, or {@code null} where it is not known
 * @param seconds the seconds that it is of
 * @param inSecond the same number of one second
 * @param findings where a failure goes
 */
record LimitAssertion(
        String name,
        String unit,
        @Nullable Double value,
        List<SampleRow> seconds,
        Function<SampleRow, @Nullable Double> inSecond,
        Findings findings) {

    void below(double limit) {
        check("below", limit, value != null && value < limit, true);
    }

    void above(double limit) {
        check("above", limit, value != null && value > limit, false);
    }

    private void check(String relation, double limit, boolean held, boolean high) {
        if (held) {
            return;
        }
        String wanted = "Expected " + name + " to be " + relation + " " + SecondInWords.number(limit) + unit;
        Double found = value;
        if (found == null) {
            findings.fail(wanted + ", but nothing was measured of it.");
            return;
        }
        SampleRow first = null;
        SampleRow worst = null;
        double most = 0;
        for (SampleRow second : seconds) {
            Double there = inSecond.apply(second);
            if (there == null) {
                continue;
            }
            if (first == null && (high ? there >= limit : there <= limit)) {
                first = second;
            }
            if (worst == null || (high ? there > most : there < most)) {
                worst = second;
                most = there;
            }
        }
        String failed = wanted + ", but it was " + SecondInWords.number(found) + unit + ".";
        if (first != null) {
            findings.fail(failed, first, "first broken, at " + shown(first) + ",");
        } else {
            findings.fail(
                    failed,
                    worst,
                    worst == null ? "" : "no single second broke it; the worst, at " + shown(worst) + ", was");
        }
    }

    private String shown(SampleRow second) {
        Double there = inSecond.apply(second);
        return there == null ? "-" : SecondInWords.number(there) + unit;
    }
}
