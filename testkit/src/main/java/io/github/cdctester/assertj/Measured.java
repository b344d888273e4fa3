// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.assertj;

import io.github.cdctester.report.Results;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.result.summary.DurationSummary;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The subject of assertions: a whole run, or an interval of it.
 *
 * @param interval the seconds of the interval; empty for the whole run, whose values are taken from its summary
 * @param intervalText text about the interval for messages; empty for the whole run
 * @param findings receives failures
 */
record Measured(RunResult result, List<SampleRow> interval, String intervalText, Findings findings) {

    static final DurationSummary NOTHING = new DurationSummary(null, 0, null, null, null, null, null, null, 0, 0);

    static Measured whole(RunResult result, Findings findings) {
        return new Measured(result, List.of(), "", findings);
    }

    /** Returns an interval of a run, both seconds included. */
    static Measured between(RunResult result, long first, long last, Findings findings) {
        if (first > last) {
            throw new IllegalArgumentException(
                    "between(" + first + ", " + last + "): the first second must not be after the last");
        }
        List<SampleRow> rows = result.samples().stream()
                .filter(row -> first <= row.second() && row.second() <= last)
                .toList();
        String intervalText = " between seconds " + first + " and " + last;
        if (rows.isEmpty()) {
            List<SampleRow> all = result.samples();
            findings.fail("There are no samples" + intervalText + ": the run has "
                    + (all.isEmpty()
                            ? "none"
                            : "seconds " + all.get(0).second() + " to "
                                    + all.get(all.size() - 1).second()));
            return new Measured(result, rows, intervalText, findings.silent());
        }
        return new Measured(result, rows, intervalText, findings);
    }

    Measured silent() {
        return new Measured(result, interval, intervalText, findings.silent());
    }

    boolean isWhole() {
        return interval.isEmpty();
    }

    /** Returns the seconds of the subject; for the whole run, the measured part, with or without the drain. */
    List<SampleRow> seconds(boolean withDrain) {
        return isWhole()
                ? result.samples().stream()
                        .filter(row -> row.phase() == SampleRow.RunPart.MEASURE
                                || withDrain && row.phase() == SampleRow.RunPart.DRAIN)
                        .toList()
                : interval;
    }

    <P> DurationAssert<P> delay(P parent) {
        if (result.summary().cdc() == null) { // nothing was measured, so each limit fails
            return new DurationAssert<>(this, "the delay", NOTHING, List.of(), row -> NOTHING, parent);
        }
        List<SampleRow> seconds = seconds(true);
        DurationSummary summary = isWhole()
                ? result.summary().stream().delay()
                : merged(() ->
                        Results.delay(seconds.stream().map(SampleRow::stream).toList()));
        return new DurationAssert<>(
                this, "the delay", summary, seconds, row -> row.stream().delay(), parent);
    }

    /**
     * Computes percentiles of the interval. Fails if the run was so long that the distributions of its first seconds were
     * dropped.
     */
    DurationSummary merged(Supplier<DurationSummary> sum) {
        try {
            return sum.get();
        } catch (IllegalArgumentException e) {
            findings.fail("There are no percentiles" + intervalText + ": " + e.getMessage());
            return NOTHING;
        }
    }

    /**
     * Creates a rate to compare with a limit.
     *
     * @param whole the rate of the whole run; {@code null} if unknown
     * @param count the count in one second
     * @param inSecond the rate in one second
     */
    Limit rate(
            String name,
            String unit,
            @Nullable Double whole,
            ToDoubleFunction<SampleRow> count,
            Function<SampleRow, @Nullable Double> inSecond) {
        List<SampleRow> seconds = seconds(false);
        double time = seconds.stream().mapToDouble(SampleRow::seconds).sum();
        Double value = whole == null || isWhole()
                ? whole
                : time > 0 ? (Double) (seconds.stream().mapToDouble(count).sum() / time) : null;
        return new Limit(this, name, unit, value, seconds, inSecond);
    }

    /**
     * Compares a value with a limit, and finds the first second that breaks the limit.
     *
     * @param unit unit of the value, with a leading space
     * @param value the value; {@code null} if unknown
     * @param seconds the seconds that the value covers
     * @param inSecond the corresponding value of one second
     */
    record Limit(
            Measured measured,
            String name,
            String unit,
            @Nullable Double value,
            List<SampleRow> seconds,
            Function<SampleRow, @Nullable Double> inSecond) {

        void below(double limit) {
            check("below", limit, value != null && value < limit, true);
        }

        void above(double limit) {
            check("above", limit, value != null && value > limit, false);
        }

        private void check(String relation, double limit, boolean passed, boolean isUpperLimit) {
            if (passed) {
                return;
            }
            Findings findings = measured.findings;
            String expectation = "Expected " + name + measured.intervalText + " to be " + relation + " "
                    + SecondInWords.number(limit) + unit;
            Double found = value;
            if (found == null) {
                findings.fail(expectation + ", but it was not measured.");
                return;
            }
            SampleRow first = null;
            SampleRow worst = null;
            double worstValue = 0;
            for (SampleRow second : seconds) {
                Double secondValue = inSecond.apply(second);
                if (secondValue == null) {
                    continue;
                }
                if (first == null && (isUpperLimit ? secondValue >= limit : secondValue <= limit)) {
                    first = second;
                }
                if (worst == null || (isUpperLimit ? secondValue > worstValue : secondValue < worstValue)) {
                    worst = second;
                    worstValue = secondValue;
                }
            }
            String failed = expectation + ", but it was " + SecondInWords.number(found) + unit + ".";
            if (first != null) {
                findings.fail(failed, first, "first broken, at " + displayText(first) + ",");
            } else {
                findings.fail(
                        failed,
                        worst,
                        worst == null
                                ? ""
                                : "no single second broke it; the worst, at " + displayText(worst) + ", was");
            }
        }

        private String displayText(SampleRow second) {
            Double secondValue = inSecond.apply(second);
            return secondValue == null ? "-" : SecondInWords.number(secondValue) + unit;
        }
    }
}
