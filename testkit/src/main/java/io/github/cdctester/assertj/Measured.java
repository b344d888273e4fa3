// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.assertj;

import io.github.cdctester.report.Results;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SampleRow;
import io.github.cdctester.result.summary.DurationSummary;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The subject of assertions: a whole run, or an interval of it.
 *
 * @param interval the seconds of an interval; empty for the whole run, with the numbers of its summary
 * @param where text about the interval, after the name of a number; empty for the whole run
 * @param findings receives failures
 */
record Measured(RunResult result, List<SampleRow> interval, String where, Findings findings) {

    static final DurationSummary NOTHING = new DurationSummary(null, 0, null, null, null, null, null, null, 0, 0);

    static Measured whole(RunResult result, Findings findings) {
        return new Measured(result, List.of(), "", findings);
    }

    /** Seconds of a run, both ends included. */
    static Measured between(RunResult result, long first, long last, Findings findings) {
        if (first > last) {
            throw new IllegalArgumentException(
                    "between(" + first + ", " + last + "): the first second must not be behind the last");
        }
        List<SampleRow> rows = result.samples().stream()
                .filter(row -> first <= row.second() && row.second() <= last)
                .toList();
        String where = " between seconds " + first + " and " + last;
        if (rows.isEmpty()) {
            List<SampleRow> all = result.samples();
            findings.fail("There are no samples" + where + ": the run has "
                    + (all.isEmpty()
                            ? "none"
                            : "seconds " + all.get(0).second() + " to "
                                    + all.get(all.size() - 1).second()));
            return new Measured(result, rows, where, findings.silent());
        }
        return new Measured(result, rows, where, findings);
    }

    Measured silent() {
        return new Measured(result, interval, where, findings.silent());
    }

    boolean isWhole() {
        return interval.isEmpty();
    }

    /** The seconds that the numbers are of; with the drain or without it. */
    List<SampleRow> seconds(boolean withDrain) {
        return isWhole()
                ? result.samples().stream()
                        .filter(row -> row.phase() == SampleRow.RunPart.MEASURE
                                || withDrain && row.phase() == SampleRow.RunPart.DRAIN)
                        .toList()
                : interval;
    }

    <P> DurationAssert<P> delay(P back) {
        if (result.summary().cdc() == null) { // nothing was measured, which fails every limit
            return new DurationAssert<>(this, "the delay", NOTHING, List.of(), row -> NOTHING, back);
        }
        List<SampleRow> seconds = seconds(true);
        DurationSummary summary = isWhole()
                ? result.summary().stream().delay()
                : merged(() ->
                        Results.delay(seconds.stream().map(SampleRow::stream).toList()));
        return new DurationAssert<>(
                this, "the delay", summary, seconds, row -> row.stream().delay(), back);
    }

    /** Percentiles of the interval; a very long run has given up the distributions of its first seconds. */
    DurationSummary merged(Supplier<DurationSummary> sum) {
        try {
            return sum.get();
        } catch (IllegalArgumentException e) {
            findings.fail("There are no percentiles" + where + ": " + e.getMessage());
            return NOTHING;
        }
    }

    /**
     * Creates a rate to compare with a limit.
     *
     * @param whole the rate of the whole run; {@code null} if unknown
     * @param count the count in a second
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
     * Compares one number with a limit, and finds the second in which it broke.
     *
     * @param unit its unit, after a value; with a space before it
     * @param value the number, or {@code null} if it is not known
     * @param seconds the seconds that it is of
     * @param inSecond the same number of one second
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

        private void check(String relation, double limit, boolean held, boolean high) {
            if (held) {
                return;
            }
            Findings findings = measured.findings;
            String wanted = "Expected " + name + measured.where + " to be " + relation + " "
                    + SecondInWords.number(limit) + unit;
            Double found = value;
            if (found == null) {
                findings.fail(wanted + ", but it was not measured.");
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
            Double there = inSecond.apply(second);
            return there == null ? "-" : SecondInWords.number(there) + unit;
        }
    }
}
