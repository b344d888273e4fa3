// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.search;

import io.github.cdctester.result.FindMaxResult.Purpose;
import io.github.cdctester.result.FindMaxResult.Status;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Selects the next rate. First a ramp, up while rates pass and down while they fail. Its factor doubles from step to step (2, 4, 8,
 * …), so that a limit 1,000 times the start is passed in four steps. Then bisection, by ratios. If a trial has reported its actual
 * throughput, that rate is next. Then the answer must pass again, at the same rate: a passed rate above it has also failed.
 *
 * <p>A possibly random failure is repeated at once if there are enough steps, otherwise when the answer close below it is
 * confirmed. Some steps are reserved for a limit that varies, so that a rate near it passes sometimes. If a failed rate passes in
 * its repetition, a rate just above is next. If a passed rate fails in its confirmation, the next is the lowest rate close enough
 * to the failed one.
 */
public final class RateSearch {

    /**
     * Distance of the tried rates below the actual throughput, and above a passed rate there, both in precisions: far enough to be
     * clear, with room for the limit's own variation.
     */
    private static final double BELOW = 0.4;

    private static final double ABOVE = 0.95;

    /** Steps that are not spent on trying failures again, while there is more to be found out. */
    private static final int KEPT = 4;

    /** If the throughput is known, two trials narrow the range. */
    private static final int STEPS_IF_TOLD = 2;

    /** Rates that differ by less than this part of the precision count as equal. */
    private static final double WORTH_A_STEP = 20;

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
     * Takes what became of a trial.
     *
     * @param reached starts a second that got through instead; {@code null} if that is not known
     */
    public void tried(NextTrial trial, Outcome outcome, @Nullable Double reached) {
        steps++;
        if (outcome == Outcome.VOID) {
            return;
        }
        if (trial.purpose() == Purpose.RAMP && !bracket.isEmpty()) {
            if (bracket.failed() == null) {
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
        Double held = bracket.held();
        Double failed = bracket.failed();
        if (failed == null) {
            Double wavering = bracket.wavering();
            return wavering != null
                    ? new NextTrial(wavering, Purpose.CONFIRMATION)
                    : held == null ? ramp(plan.start()) : above(held);
        }
        if (bracket.at(failed).isDoubtful() && spare(held, failed) > KEPT) {
            return new NextTrial(failed, Purpose.RETRY);
        }
        Double wavering = bracket.wavering();
        if (wavering != null && (held == null || !plan.isClose(held, failed))) {
            return below(wavering, held, failed);
        }
        return held == null ? below(failed) : between(held, failed);
    }

    /** A rate has held, and did not when it was to hold again: it may be the limit. */
    private NextTrial below(double wavering, @Nullable Double held, double failed) {
        double rate = plan.rate(failed / (1 + plan.precision()));
        return rate < wavering * (1 - plan.precision() / WORTH_A_STEP) && (held == null || rate > held)
                ? new NextTrial(rate, Purpose.BISECTION)
                : new NextTrial(wavering, Purpose.CONFIRMATION);
    }

    private @Nullable NextTrial above(double held) {
        if (held >= plan.highest() || left() <= missing(held)) {
            return confirmation(held);
        }
        return ramp(held * factor(ups));
    }

    private @Nullable NextTrial below(double failed) {
        if (failed <= plan.lowest()) {
            return null;
        }
        Double told = bracket.reached();
        if (told != null) {
            double rate = plan.rate(told / (1 + BELOW * plan.precision()));
            if (rate < failed / (1 + BELOW * plan.precision())) {
                return new NextTrial(rate, Purpose.RAMP);
            }
        }
        return ramp(failed / factor(downs));
    }

    private @Nullable NextTrial between(double held, double failed) {
        if (plan.isClose(held, failed)) {
            NextTrial again = confirmation(held);
            return again == null && bracket.at(failed).isDoubtful() && left() > plan.confirmations()
                    ? new NextTrial(failed, Purpose.RETRY)
                    : again;
        }
        if (bracket.heldFrom(failed) > 0) {
            // it holds at times: the limit is not far below
            double rate = plan.rate(failed / (1 + plan.precision() / 2));
            if (rate > held) {
                return new NextTrial(rate, Purpose.BISECTION);
            }
        }
        if (left() <= missing(held)) {
            return confirmation(held);
        }
        if (bracket.at(held).failed() > 0) {
            // it fails at times: the limit may be there
            double rate = plan.rate(held * (1 + ABOVE * plan.precision()));
            if (rate < failed) {
                return new NextTrial(rate, Purpose.BISECTION);
            }
        }
        Double near = near(held, failed);
        return new NextTrial(near != null ? near : plan.rate(Math.sqrt(held * failed)), Purpose.BISECTION);
    }

    /** Returns a rate next to the actual throughput under overload; {@code null} if unknown, or far away. */
    private @Nullable Double near(double held, double failed) {
        Double told = bracket.reached();
        double step = 1 + plan.precision();
        if (told == null || told * step < held || told > failed * step) {
            return null;
        }
        double below = plan.rate(Math.min(told, failed) / (1 + BELOW * plan.precision()));
        double rate =
                below > held * (1 + plan.precision() / 4) ? below : plan.rate(held * (1 + ABOVE * plan.precision()));
        return rate < failed ? (Double) rate : null;
    }

    private @Nullable NextTrial confirmation(double held) {
        return missing(held) == 0 ? null : new NextTrial(held, Purpose.CONFIRMATION);
    }

    private NextTrial ramp(double rate) {
        return new NextTrial(plan.rate(rate), Purpose.RAMP);
    }

    private static double factor(int before) {
        return Math.pow(2, Math.min(before + 1, 30));
    }

    /** Returns how often a rate must still pass to be confirmed; a passed rate above it has also failed, and does not count. */
    private int missing(double held) {
        return Math.max(0, 1 + plan.confirmations() - bracket.at(held).held());
    }

    private int left() {
        return plan.steps() - steps;
    }

    /** Steps that are left over if all goes the longest way from here. */
    private int spare(@Nullable Double held, double failed) {
        if (held != null) {
            int bisections = plan.bisections(held, failed);
            bisections = bracket.reached() == null ? bisections : Math.min(STEPS_IF_TOLD, bisections);
            return left() - bisections - (bisections == 0 ? missing(held) : plan.confirmations());
        }
        int further = 0;
        double above = failed;
        double below = failed;
        while (below > plan.lowest()) {
            above = below;
            below = plan.rate(above / factor(downs + further));
            further++;
        }
        return left() - further - plan.bisections(below, above) - plan.confirmations();
    }

    public SearchAnswer answer() {
        Double sure = bracket.heldOften(1 + plan.confirmations());
        boolean confirmed = sure != null;
        Double held = confirmed ? sure : bracket.held();
        Double failed = confirmed ? bracket.failed() : bracket.notHeldAbove(held);
        return new SearchAnswer(
                status(held, failed, confirmed),
                held,
                held == null ? 0 : bracket.at(held).held(),
                held == null ? 0 : bracket.at(held).failed(),
                confirmed,
                failed,
                held == null || failed == null ? null : (Double) (failed / held - 1));
    }

    private Status status(@Nullable Double held, @Nullable Double failed, boolean confirmed) {
        if (held == null) {
            Double lowest = bracket.failed();
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

    /** The rate to try next, and what for. */
    public record NextTrial(double rate, Purpose purpose) {}

    /** How a trial ended. */
    public enum Outcome {
        HELD,
        /** It did not hold, which one trial can show by chance. */
        FAILED,
        /** It did not hold, and that was no chance: less got through than was started, all the time. */
        OVERLOADED,
        VOID
    }

    /**
     * The answer of a search up to now.
     *
     * @param rate the highest confirmed rate below all failed ones; without one, the highest passed rate, which is no answer;
     *     {@code null} if none passed
     * @param lowestFailed the lowest failed rate, without a confirmed rate also in a confirmation; {@code null} for none
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
     * @param precision how far the lowest rate that failed may be above the answer, as a share: 0.05 for 5 %
     */
    public record SearchPlan(
            double start, double lowest, double highest, double precision, int confirmations, int steps) {

        /** Rates are rounded, and so are their differences. */
        private static final double ROUNDING = 1.001;

        private static final int SIGNIFICANT_DIGITS = 4;

        boolean isClose(double held, double failed) {
            return failed <= held * (1 + precision) * ROUNDING;
        }

        int bisections(double held, double failed) {
            double left = Math.log(failed / held) / Math.log(1 + precision);
            return left <= ROUNDING ? 0 : (int) Math.ceil(Math.log(left / ROUNDING) / Math.log(2));
        }

        /** A rate that can be read, within what may be tried. */
        public double rate(double wanted) {
            double digit = Math.pow(10, Math.floor(Math.log10(wanted)) - (SIGNIFICANT_DIGITS - 1));
            // a power below 1 has no exact form, but dividing by its inverse has
            double rounded =
                    digit >= 1 ? Math.rint(wanted / digit) * digit : Math.rint(wanted * (1 / digit)) / (1 / digit);
            return Math.min(highest, Math.max(lowest, rounded));
        }
    }
}
