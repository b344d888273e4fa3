// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.search;

import io.github.cdctester.result.FindMaxResult.Purpose;
import io.github.cdctester.result.FindMaxResult.Status;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Selects the next rate of a search.
 *
 * <p>A ramp goes up while rates pass, or down while rates fail. Its factor doubles with each step (2, 4, 8, …). A bisection on a
 * logarithmic scale follows. If a trial has measured the actual throughput under overload, the next rate is near this throughput. At the
 * end, the answer must pass again in confirmations.
 *
 * <p>A failure that may be random is repeated immediately if enough steps remain, otherwise after the passed rate below it is confirmed. If
 * a failed rate passes in its repetition, the next rate is just above it. If a passed rate fails its confirmation, the next rate is the
 * lowest rate within the precision of the lowest failed rate.
 */
public final class RateSearch {

    /** Share of the precision. The distance must give a clear outcome, with room for the variation of the limit. */
    private static final double MARGIN_BELOW_THROUGHPUT = 0.4;
    /** Share of the precision. */
    private static final double STEP_ABOVE_PASSED_RATE = 0.95;

    /** Steps that are not used to repeat failures, because a rate near the limit may pass only sometimes. */
    private static final int RESERVED_STEPS = 4;

    /** Trials that narrow the range if the actual throughput is known. */
    private static final int STEPS_IF_THROUGHPUT_KNOWN = 2;

    /** Rates that differ by less than the precision divided by this number are treated as equal. */
    private static final double EQUALITY_DIVISOR = 20;

    private final SearchPlan plan;
    private final Bracket bracket = new Bracket();
    private int usedSteps;
    private int rampUps;
    private int rampDowns;

    public RateSearch(SearchPlan plan) {
        this.plan = plan;
    }

    /** Returns the same trial until its outcome is recorded. */
    public Optional<NextTrial> next() {
        return usedSteps >= plan.steps() ? Optional.empty() : Optional.ofNullable(computeNext());
    }

    /** @param throughput actual throughput under overload, per second; {@code null} if unknown */
    public void recordOutcome(NextTrial trial, Outcome outcome, @Nullable Double throughput) {
        usedSteps++;
        if (outcome == Outcome.NOT_MEASURED) {
            return;
        }
        if (trial.purpose() == Purpose.RAMP && !bracket.isEmpty()) {
            if (bracket.lowestFailedRate() == null) {
                rampUps++;
            } else {
                rampDowns++;
            }
        }
        bracket.add(trial.rate(), outcome, throughput);
    }

    private @Nullable NextTrial computeNext() {
        if (bracket.isEmpty()) {
            return ramp(plan.start());
        }
        Double passedRate = bracket.highestPassedRate();
        Double failedRate = bracket.lowestFailedRate();
        if (failedRate == null) {
            Double undecidedRate = bracket.highestUndecidedRate();
            return undecidedRate != null
                    ? new NextTrial(undecidedRate, Purpose.CONFIRMATION)
                    : passedRate == null ? ramp(plan.start()) : trialAbove(passedRate);
        }
        if (bracket.tally(failedRate).isDoubtful() && spareSteps(passedRate, failedRate) > RESERVED_STEPS) {
            return new NextTrial(failedRate, Purpose.RETRY);
        }
        Double undecidedRate = bracket.highestUndecidedRate();
        if (undecidedRate != null && (passedRate == null || !plan.isClose(passedRate, failedRate))) {
            return trialNearUndecided(undecidedRate, passedRate, failedRate);
        }
        return passedRate == null ? trialBelow(failedRate) : trialBetween(passedRate, failedRate);
    }

    /** Follows the failed confirmation of {@code undecidedRate}: the limit may be near this rate. */
    private NextTrial trialNearUndecided(double undecidedRate, @Nullable Double passedRate, double failedRate) {
        double rate = plan.roundAndClamp(failedRate / (1 + plan.precision()));
        return rate < undecidedRate * (1 - plan.precision() / EQUALITY_DIVISOR)
                        && (passedRate == null || rate > passedRate)
                ? new NextTrial(rate, Purpose.BISECTION)
                : new NextTrial(undecidedRate, Purpose.CONFIRMATION);
    }

    private @Nullable NextTrial trialAbove(double passedRate) {
        if (passedRate >= plan.maxRate() || remainingSteps() <= missingPasses(passedRate)) {
            return confirmation(passedRate);
        }
        return ramp(passedRate * rampFactor(rampUps));
    }

    private @Nullable NextTrial trialBelow(double failedRate) {
        if (failedRate <= plan.minRate()) {
            return null;
        }
        Double throughput = bracket.throughput();
        if (throughput != null) {
            double rate = plan.roundAndClamp(throughput / (1 + MARGIN_BELOW_THROUGHPUT * plan.precision()));
            if (rate < failedRate / (1 + MARGIN_BELOW_THROUGHPUT * plan.precision())) {
                return new NextTrial(rate, Purpose.RAMP);
            }
        }
        return ramp(failedRate / rampFactor(rampDowns));
    }

    private @Nullable NextTrial trialBetween(double passedRate, double failedRate) {
        if (plan.isClose(passedRate, failedRate)) {
            NextTrial nextConfirmation = confirmation(passedRate);
            return nextConfirmation == null
                            && bracket.tally(failedRate).isDoubtful()
                            && remainingSteps() > plan.confirmations()
                    ? new NextTrial(failedRate, Purpose.RETRY)
                    : nextConfirmation;
        }
        if (bracket.passesAtOrAbove(failedRate) > 0) {
            // this rate or a higher rate has also passed: the limit may be slightly lower
            double rate = plan.roundAndClamp(failedRate / (1 + plan.precision() / 2));
            if (rate > passedRate) {
                return new NextTrial(rate, Purpose.BISECTION);
            }
        }
        if (remainingSteps() <= missingPasses(passedRate)) {
            return confirmation(passedRate);
        }
        if (bracket.tally(passedRate).failures() > 0) {
            // the passed rate has also failed: the limit may be near this rate
            double rate = plan.roundAndClamp(passedRate * (1 + STEP_ABOVE_PASSED_RATE * plan.precision()));
            if (rate < failedRate) {
                return new NextTrial(rate, Purpose.BISECTION);
            }
        }
        Double nearThroughput = rateNearThroughput(passedRate, failedRate);
        return new NextTrial(
                nearThroughput != null ? nearThroughput : plan.roundAndClamp(Math.sqrt(passedRate * failedRate)),
                Purpose.BISECTION);
    }

    /** Returns {@code null} if the throughput is unknown or outside the range. */
    private @Nullable Double rateNearThroughput(double passedRate, double failedRate) {
        Double throughput = bracket.throughput();
        double factor = 1 + plan.precision();
        if (throughput == null || throughput * factor < passedRate || throughput > failedRate * factor) {
            return null;
        }
        double belowThroughput =
                plan.roundAndClamp(Math.min(throughput, failedRate) / (1 + MARGIN_BELOW_THROUGHPUT * plan.precision()));
        double rate = belowThroughput > passedRate * (1 + plan.precision() / 4)
                ? belowThroughput
                : plan.roundAndClamp(passedRate * (1 + STEP_ABOVE_PASSED_RATE * plan.precision()));
        return rate < failedRate ? (Double) rate : null;
    }

    private @Nullable NextTrial confirmation(double passedRate) {
        return missingPasses(passedRate) == 0 ? null : new NextTrial(passedRate, Purpose.CONFIRMATION);
    }

    private NextTrial ramp(double rate) {
        return new NextTrial(plan.roundAndClamp(rate), Purpose.RAMP);
    }

    private static double rampFactor(int earlierSteps) {
        return Math.pow(2, Math.min(earlierSteps + 1, 30));
    }

    private int missingPasses(double passedRate) {
        return Math.max(0, 1 + plan.confirmations() - bracket.tally(passedRate).passes());
    }

    private int remainingSteps() {
        return plan.steps() - usedSteps;
    }

    /** Assumes the longest possible search. */
    private int spareSteps(@Nullable Double passedRate, double failedRate) {
        if (passedRate != null) {
            int bisections = plan.bisections(passedRate, failedRate);
            bisections = bracket.throughput() == null ? bisections : Math.min(STEPS_IF_THROUGHPUT_KNOWN, bisections);
            return remainingSteps() - bisections - (bisections == 0 ? missingPasses(passedRate) : plan.confirmations());
        }
        int rampSteps = 0;
        double aboveRate = failedRate;
        double belowRate = failedRate;
        while (belowRate > plan.minRate()) {
            aboveRate = belowRate;
            belowRate = plan.roundAndClamp(aboveRate / rampFactor(rampDowns + rampSteps));
            rampSteps++;
        }
        return remainingSteps() - rampSteps - plan.bisections(belowRate, aboveRate) - plan.confirmations();
    }

    public SearchAnswer answer() {
        Double answeredRate = bracket.highestPassedRate(1 + plan.confirmations());
        boolean isAnswered = answeredRate != null;
        Double passedRate = isAnswered ? answeredRate : bracket.highestPassedRate();
        Double failedRate = isAnswered ? bracket.lowestFailedRate() : bracket.lowestFailedAbove(passedRate);
        int passes = passedRate == null ? 0 : bracket.tally(passedRate).passes();
        return new SearchAnswer(
                status(passedRate, failedRate, isAnswered),
                passedRate,
                passes,
                passedRate == null ? 0 : bracket.tally(passedRate).failures(),
                isAnswered && passes > 1,
                failedRate,
                passedRate == null || failedRate == null ? null : (Double) (failedRate / passedRate - 1));
    }

    private Status status(@Nullable Double passedRate, @Nullable Double failedRate, boolean isAnswered) {
        if (passedRate == null) {
            Double lowestFailedRate = bracket.lowestFailedRate();
            return lowestFailedRate != null && lowestFailedRate <= plan.minRate() ? Status.NONE : Status.OPEN;
        }
        if (!isAnswered) {
            return Status.OPEN;
        }
        if (failedRate == null) {
            return passedRate >= plan.maxRate() ? Status.AT_LEAST : Status.COARSE;
        }
        return plan.isClose(passedRate, failedRate) ? Status.FOUND : Status.COARSE;
    }

    public record NextTrial(double rate, Purpose purpose) {}

    public enum Outcome {
        PASSED,
        /** The failure may be random variation. */
        FAILED,
        /** The writers, the stream or a consumer clearly did not reach the rate. */
        OVERLOADED,
        NOT_MEASURED
    }

    /**
     * @param rate the highest rate below all failed rates that passed often enough; if none did, the highest that passed; {@code null} if
     *     none passed
     * @param confirmed true if the rate passed often enough, and more than once
     * @param lowestFailed includes failed confirmations if no rate passed often enough; {@code null} if no rate failed
     * @param relativeGap distance from {@code rate} to {@code lowestFailed}, as a share of {@code rate}
     */
    public record SearchAnswer(
            Status status,
            @Nullable Double rate,
            int passes,
            int failures,
            boolean confirmed,
            @Nullable Double lowestFailed,
            @Nullable Double relativeGap) {

        public boolean hasEnoughPasses() {
            return status != Status.OPEN && status != Status.NONE;
        }
    }

    /**
     * @param start from {@code minRate} to {@code maxRate}
     * @param precision the search ends at this relative distance between the answer and the lowest failed rate, such as 0.05
     */
    public record SearchPlan(
            double start, double minRate, double maxRate, double precision, int confirmations, int steps) {

        /** Compared rates are rounded. */
        private static final double ROUNDING = 1.001;

        private static final int SIGNIFICANT_DIGITS = 4;

        boolean isClose(double passedRate, double failedRate) {
            return failedRate <= passedRate * (1 + precision) * ROUNDING;
        }

        int bisections(double passedRate, double failedRate) {
            double precisionSteps = Math.log(failedRate / passedRate) / Math.log(1 + precision);
            return precisionSteps <= ROUNDING ? 0 : (int) Math.ceil(Math.log(precisionSteps / ROUNDING) / Math.log(2));
        }

        /** Rounds to four significant digits. */
        public double roundAndClamp(double exactRate) {
            double placeValue = Math.pow(10, Math.floor(Math.log10(exactRate)) - (SIGNIFICANT_DIGITS - 1));
            // powers of ten below 1 are not exact as double, but their inverses are
            double rounded = placeValue >= 1
                    ? Math.rint(exactRate / placeValue) * placeValue
                    : Math.rint(exactRate * (1 / placeValue)) / (1 / placeValue);
            return Math.min(maxRate, Math.max(minRate, rounded));
        }
    }
}
