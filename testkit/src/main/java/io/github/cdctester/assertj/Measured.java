// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.assertj;

import io.github.cdctester.internal.text.PlainText;
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
 * @param interval seconds of the interval; empty for the whole run, whose values are taken from its summary
 * @param intervalText text for messages; empty for the whole run
 */
record Measured(RunResult result, List<SampleRow> interval, String intervalText, Findings findings) {

    static final DurationSummary NO_VALUES = new DurationSummary(null, 0, null, null, null, null, null, null, 0, 0);

    static Measured whole(RunResult result, Findings findings) {
        return new Measured(result, List.of(), "", findings);
    }

    /** The last second is inclusive. Fails if the interval has no samples. */
    static Measured between(RunResult result, long firstSecond, long lastSecond, Findings findings) {
        if (firstSecond > lastSecond) {
            throw new IllegalArgumentException(
                    "between(" + firstSecond + ", " + lastSecond + "): the first second must not be after the last");
        }
        List<SampleRow> rows = result.samples().stream()
                .filter(row -> firstSecond <= row.second() && row.second() <= lastSecond)
                .toList();
        String intervalText = " between seconds " + firstSecond + " and " + lastSecond;
        if (rows.isEmpty()) {
            List<SampleRow> samples = result.samples();
            findings.fail("There are no samples" + intervalText + ": the run has "
                    + (samples.isEmpty()
                            ? "none"
                            : "seconds " + samples.get(0).second() + " to "
                                    + samples.get(samples.size() - 1).second()));
            return new Measured(result, rows, intervalText, findings.ignoringFailures());
        }
        return new Measured(result, rows, intervalText, findings);
    }

    Measured ignoringFailures() {
        return new Measured(result, interval, intervalText, findings.ignoringFailures());
    }

    boolean isWhole() {
        return interval.isEmpty();
    }

    /** For a whole run, returns samples of the measurement, and of the drain if requested. */
    List<SampleRow> seconds(boolean includesDrain) {
        return isWhole()
                ? result.samples().stream()
                        .filter(row -> row.phase() == SampleRow.RunPart.MEASURE
                                || includesDrain && row.phase() == SampleRow.RunPart.DRAIN)
                        .toList()
                : interval;
    }

    <P> DurationAssert<P> delay(P parent) {
        if (result.summary().cdc() == null) { // nothing was measured, so each limit fails
            return new DurationAssert<>(this, "the delay", NO_VALUES, List.of(), row -> NO_VALUES, parent);
        }
        List<SampleRow> seconds = seconds(true);
        DurationSummary summary = isWhole()
                ? result.summary().stream().delay()
                : mergedSummary(() ->
                        Results.delay(seconds.stream().map(SampleRow::stream).toList()));
        return new DurationAssert<>(
                this, "the delay", summary, seconds, row -> row.stream().delay(), parent);
    }

    /** Fails if the run was so long that the distributions of its first seconds were discarded. */
    DurationSummary mergedSummary(Supplier<DurationSummary> summarySupplier) {
        try {
            return summarySupplier.get();
        } catch (IllegalArgumentException e) {
            findings.fail("There are no percentiles" + intervalText + ": " + e.getMessage());
            return NO_VALUES;
        }
    }

    /** @param rateOfRun {@code null} if unknown */
    LimitedValue rate(
            String name,
            String unit,
            @Nullable Double rateOfRun,
            ToDoubleFunction<SampleRow> countInSecond,
            Function<SampleRow, @Nullable Double> valueOfSecond) {
        List<SampleRow> seconds = seconds(false);
        double totalSeconds = seconds.stream().mapToDouble(SampleRow::seconds).sum();
        Double value = rateOfRun == null || isWhole()
                ? rateOfRun
                : totalSeconds > 0
                        ? (Double) (seconds.stream().mapToDouble(countInSecond).sum() / totalSeconds)
                        : null;
        return new LimitedValue(this, name, unit, value, seconds, valueOfSecond);
    }

    /**
     * @param unit has a leading space
     * @param value {@code null} if unknown
     * @param seconds the seconds that the value covers
     */
    record LimitedValue(
            Measured measured,
            String name,
            String unit,
            @Nullable Double value,
            List<SampleRow> seconds,
            Function<SampleRow, @Nullable Double> valueOfSecond) {

        void requireBelow(double limit) {
            check("below", limit, value != null && value < limit, true);
        }

        void requireAbove(double limit) {
            check("above", limit, value != null && value > limit, false);
        }

        private void check(String relation, double limit, boolean hasPassed, boolean isUpperLimit) {
            if (hasPassed) {
                return;
            }
            Findings findings = measured.findings;
            String expectation = "Expected " + name + measured.intervalText + " to be " + relation + " "
                    + PlainText.number(limit) + unit;
            Double measuredValue = value;
            if (measuredValue == null) {
                findings.fail(expectation + ", but it was not measured.");
                return;
            }
            SampleRow firstViolation = null;
            SampleRow worstSecond = null;
            double worstValue = 0;
            for (SampleRow second : seconds) {
                Double secondValue = valueOfSecond.apply(second);
                if (secondValue == null) {
                    continue;
                }
                if (firstViolation == null && (isUpperLimit ? secondValue >= limit : secondValue <= limit)) {
                    firstViolation = second;
                }
                if (worstSecond == null || (isUpperLimit ? secondValue > worstValue : secondValue < worstValue)) {
                    worstSecond = second;
                    worstValue = secondValue;
                }
            }
            String message =
                    expectation + ", but it was " + SecondDescription.number(measuredValue, limit) + unit + ".";
            if (firstViolation != null) {
                findings.fail(message, firstViolation, "first broken, at " + displayText(firstViolation, limit) + ",");
            } else {
                findings.fail(
                        message,
                        worstSecond,
                        worstSecond == null
                                ? ""
                                : "no single second broke it; the worst, at " + displayText(worstSecond, limit)
                                        + ", was");
            }
        }

        private String displayText(SampleRow second, double limit) {
            Double secondValue = valueOfSecond.apply(second);
            return secondValue == null ? "-" : SecondDescription.number(secondValue, limit) + unit;
        }
    }
}
