// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.search;

import io.github.cdctester.result.FindMaxResult.Purpose;
import io.github.cdctester.result.FindMaxResult.Status;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Selects the next rate of a search.
 *
 * <p>The search starts with a ramp: up while rates pass, or down while rates fail. The factor doubles from step to step (2, 4, 8,
 * …), so that a limit at 1,000 times the start is passed in four steps. A bisection by ratios follows. If a trial has measured
 * the actual throughput under overload, the next rate is near this throughput. At the end, the answer must pass again in
 * confirmations at the same rate.
 *
 * <p>A possibly random failure is repeated at once if enough steps are left, otherwise after the answer close below is confirmed.
 * Some steps are reserved for a varying limit, near which a rate passes only sometimes. If a failed rate passes in its
 * repetition, a rate just above is next. If a passed rate fails in its confirmation, the lowest rate that is close enough to the
 * failed rate is next.
 */
public final class RateSearch {

    /**
     * Distance of the next rate below the actual throughput, as a share of the precision: far enough for a clear outcome, with
     * room for the variation of the limit.
     */
    private static final double BELOW = 0.4;
    /** Distance of the next rate above a passed rate near the limit, as a share of the precision. */
    private static final double ABOVE = 0.95;

    /** Number of steps that are not used for repetitions of failures. */
    private static final int RESERVED_STEPS = 4;

    /** Number of trials that narrow the range if the actual throughput is known. */
    private static final int STEPS_IF_THROUGHPUT_KNOWN = 2;

    /** Rates that differ by less than the precision divided by this number count as equal. */
    private static final double EQUALITY_DIVISOR = 20;

    private final SearchPlan plan;
    private final Bracket bracket = new Bracket();
    private int steps;
    private int ups;
    private int downs;

    public RateSearch(SearchPlan plan) {
        this.plan = plan;
    }

    /** Returns the next trial. Repeated calls without a trial in between return the same trial. */
    public Optional<NextTrial> next() {
        return steps >= plan.steps() ? Optional.empty() : Optional.ofNullable(computeNext());
    }

    /**
     * Records the outcome of a trial.
     *
     * @param reached actual throughput under overload, per second; {@code null} if unknown
     */
    public void recordOutcome(NextTrial trial, Outcome outcome, @Nullable Double reached) {
        steps++;
        if (outcome == Outcome.VOID) {
            return;
        }
        if (trial.purpose() == Purpose.RAMP && !bracket.isEmpty()) {
            if (bracket.lowestFailed() == null) {
                ups++;
            } else {
                downs++;
            }
        }
        bracket.add(trial.rate(), outcome, reached);
    }

    private @Nullable NextTrial computeNext() {
        if (bracket.isEmpty()) {
            return ramp(plan.start());
        }
        Double held = bracket.highestHeld();
        Double failed = bracket.lowestFailed();
        if (failed == null) {
            Double wavering = bracket.highestWavering();
            return wavering != null
                    ? new NextTrial(wavering, Purpose.CONFIRMATION)
                    : held == null ? ramp(plan.start()) : trialAbove(held);
        }
        if (bracket.tally(failed).isDoubtful() && spareSteps(held, failed) > RESERVED_STEPS) {
            return new NextTrial(failed, Purpose.RETRY);
        }
        Double wavering = bracket.highestWavering();
        if (wavering != null && (held == null || !plan.isClose(held, failed))) {
            return trialBelow(wavering, held, failed);
        }
        return held == null ? trialBelow(failed) : trialBetween(held, failed);
    }

    /** Selects the next rate after a passed rate failed its confirmation: the limit may be near this rate. */
    private NextTrial trialBelow(double wavering, @Nullable Double held, double failed) {
        double rate = plan.rate(failed / (1 + plan.precision()));
        return rate < wavering * (1 - plan.precision() / EQUALITY_DIVISOR) && (held == null || rate > held)
                ? new NextTrial(rate, Purpose.BISECTION)
                : new NextTrial(wavering, Purpose.CONFIRMATION);
    }

    private @Nullable NextTrial trialAbove(double held) {
        if (held >= plan.highest() || remainingSteps() <= missingPasses(held)) {
            return confirmation(held);
        }
        return ramp(held * rampFactor(ups));
    }

    private @Nullable NextTrial trialBelow(double failed) {
        if (failed <= plan.lowest()) {
            return null;
        }
        Double throughput = bracket.reached();
        if (throughput != null) {
            double rate = plan.rate(throughput / (1 + BELOW * plan.precision()));
            if (rate < failed / (1 + BELOW * plan.precision())) {
                return new NextTrial(rate, Purpose.RAMP);
            }
        }
        return ramp(failed / rampFactor(downs));
    }

    private @Nullable NextTrial trialBetween(double held, double failed) {
        if (plan.isClose(held, failed)) {
            NextTrial nextConfirmation = confirmation(held);
            return nextConfirmation == null
                            && bracket.tally(failed).isDoubtful()
                            && remainingSteps() > plan.confirmations()
                    ? new NextTrial(failed, Purpose.RETRY)
                    : nextConfirmation;
        }
        if (bracket.heldFrom(failed) > 0) {
            // the failed rate has also passed: the limit is slightly lower
            double rate = plan.rate(failed / (1 + plan.precision() / 2));
            if (rate > held) {
                return new NextTrial(rate, Purpose.BISECTION);
            }
        }
        if (remainingSteps() <= missingPasses(held)) {
            return confirmation(held);
        }
        if (bracket.tally(held).failed() > 0) {
            // the passed rate has also failed: the limit may be near this rate
            double rate = plan.rate(held * (1 + ABOVE * plan.precision()));
            if (rate < failed) {
                return new NextTrial(rate, Purpose.BISECTION);
            }
        }
        Double near = rateNearThroughput(held, failed);
        return new NextTrial(near != null ? near : plan.rate(Math.sqrt(held * failed)), Purpose.BISECTION);
    }

    /**
     * Returns a rate near the actual throughput under overload; {@code null} if the throughput is unknown or outside the range.
     */
    private @Nullable Double rateNearThroughput(double held, double failed) {
        Double throughput = bracket.reached();
        double step = 1 + plan.precision();
        if (throughput == null || throughput * step < held || throughput > failed * step) {
            return null;
        }
        double below = plan.rate(Math.min(throughput, failed) / (1 + BELOW * plan.precision()));
        double rate =
                below > held * (1 + plan.precision() / 4) ? below : plan.rate(held * (1 + ABOVE * plan.precision()));
        return rate < failed ? (Double) rate : null;
    }

    private @Nullable NextTrial confirmation(double held) {
        return missingPasses(held) == 0 ? null : new NextTrial(held, Purpose.CONFIRMATION);
    }

    private NextTrial ramp(double rate) {
        return new NextTrial(plan.rate(rate), Purpose.RAMP);
    }

    private static double rampFactor(int before) {
        return Math.pow(2, Math.min(before + 1, 30));
    }

    /** Returns the number of passes that a rate still needs to be confirmed. */
    private int missingPasses(double held) {
        return Math.max(0, 1 + plan.confirmations() - bracket.tally(held).held());
    }

    private int remainingSteps() {
        return plan.steps() - steps;
    }

    /** Returns the number of steps that remain if the search takes its longest path. */
    private int spareSteps(@Nullable Double held, double failed) {
        if (held != null) {
            int bisections = plan.bisections(held, failed);
            bisections = bracket.reached() == null ? bisections : Math.min(STEPS_IF_THROUGHPUT_KNOWN, bisections);
            return remainingSteps() - bisections - (bisections == 0 ? missingPasses(held) : plan.confirmations());
        }
        int further = 0;
        double above = failed;
        double below = failed;
        while (below > plan.lowest()) {
            above = below;
            below = plan.rate(above / rampFactor(downs + further));
            further++;
        }
        return remainingSteps() - further - plan.bisections(below, above) - plan.confirmations();
    }

    public SearchAnswer answer() {
        Double confirmedRate = bracket.highestHeld(1 + plan.confirmations());
        boolean confirmed = confirmedRate != null;
        Double held = confirmed ? confirmedRate : bracket.highestHeld();
        Double failed = confirmed ? bracket.lowestFailed() : bracket.lowestFailedAbove(held);
        return new SearchAnswer(
                status(held, failed, confirmed),
                held,
                held == null ? 0 : bracket.tally(held).held(),
                held == null ? 0 : bracket.tally(held).failed(),
                confirmed,
                failed,
                held == null || failed == null ? null : (Double) (failed / held - 1));
    }

    private Status status(@Nullable Double held, @Nullable Double failed, boolean confirmed) {
        if (held == null) {
            Double lowest = bracket.lowestFailed();
            return lowest != null && lowest <= plan.lowest() ? Status.NONE : Status.OPEN;
        }
        if (!confirmed) {
            return Status.OPEN;
        }
        if (failed == null) {
            return held >= plan.highest() ? Status.AT_LEAST : Status.COARSE;
        }
        return plan.isClose(held, failed) ? Status.FOUND : Status.COARSE;
    }

    /** The next rate, and the purpose of its trial. */
    public record NextTrial(double rate, Purpose purpose) {}

    public enum Outcome {
        HELD,
        /** The rate failed, possibly by a random variation. */
        FAILED,
        /** The rate clearly failed: the throughput was below the rate during the whole trial. */
        OVERLOADED,
        VOID
    }

    /**
     * The answer of a search so far.
     *
     * @param rate the highest confirmed rate below all failed rates; without a confirmed rate, the highest passed rate;
     *     {@code null} if no rate passed
     * @param lowestFailed the lowest failed rate; without a confirmed rate, failed confirmations also count; {@code null} for
     *     none
     */
    public record SearchAnswer(
            Status status,
            @Nullable Double rate,
            int held,
            int failed,
            boolean confirmed,
            @Nullable Double lowestFailed,
            @Nullable Double resolution) {}

    /**
     * The parameters of a search.
     *
     * @param start the first rate, from {@code lowest} to {@code highest}
     * @param precision largest distance between the answer and the lowest failed rate above it, as a share: 0.05 for 5 %
     */
    public record SearchPlan(
            double start, double lowest, double highest, double precision, int confirmations, int steps) {

        /** Tolerance for comparisons of rates, which are rounded. */
        private static final double ROUNDING = 1.001;

        private static final int SIGNIFICANT_DIGITS = 4;

        boolean isClose(double held, double failed) {
            return failed <= held * (1 + precision) * ROUNDING;
        }

        int bisections(double held, double failed) {
            double left = Math.log(failed / held) / Math.log(1 + precision);
            return left <= ROUNDING ? 0 : (int) Math.ceil(Math.log(left / ROUNDING) / Math.log(2));
        }

        /** Rounds a rate to four significant digits, and limits it to the range from {@code lowest} to {@code highest}. */
        public double rate(double exactRate) {
            double digit = Math.pow(10, Math.floor(Math.log10(exactRate)) - (SIGNIFICANT_DIGITS - 1));
            // powers of ten below 1 are not exact as double, but their inverses are
            double rounded = digit >= 1
                    ? Math.rint(exactRate / digit) * digit
                    : Math.rint(exactRate * (1 / digit)) / (1 / digit);
            return Math.min(highest, Math.max(lowest, rounded));
        }
    }
}
