// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.compare;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.report.compose.comparison.ChangeText;
import io.github.cdctester.internal.statistics.RepeatsNeeded;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.Check.Undecided;
import io.github.cdctester.result.Comparison.ChangeRange;
import io.github.cdctester.result.Comparison.Mark;
import io.github.cdctester.result.Comparison.ValueChange;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An allowed change, such as {@code write.transactionsPerSecond -5%}: the value may fall by at most 5 %, and rise by any
 * amount.
 *
 * @param percent the limit; negative or 0 for a fall
 * @param falls true if the allowance limits a fall; {@code percent} cannot show it, because it can be 0
 */
public record Allowance(String expression, ComparedValue value, double percent, boolean falls) {

    private static final double MIN_LIMIT_PERCENT = 0.1;

    private static final Pattern FORM =
            Pattern.compile("(\\S+?)\\s*([-+])\\s*(\\d{1,6}(?:\\.\\d{1,6})?)\\s*%", Pattern.DOTALL);

    /** @throws InvalidPlanException if the form is wrong, or the value does not exist */
    public static Allowance parse(String expression) {
        String text = expression.strip();
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new InvalidPlanException(
                    "allow",
                    "'" + text + "' is not a name with a sign and a percentage, such as"
                            + " 'write.transactionsPerSecond -5%' or 'delay.p99 +10%'");
        }
        boolean falls = form.group(2).equals("-");
        double percent = Double.parseDouble(form.group(3));
        try {
            return new Allowance(text, ComparedValue.of(form.group(1)), falls ? -percent : percent, falls);
        } catch (IllegalArgumentException e) {
            throw new InvalidPlanException("allow", "'" + text + "': " + e.getMessage());
        }
    }

    /** Returns the limit in percent; at least 0.1 % and two recorded steps in either direction. */
    private double limit(double logStep) {
        double minPercent = MIN_LIMIT_PERCENT + 100 * Math.expm1(2 * logStep);
        return falls ? Math.min(percent, -minPercent) : Math.max(percent, minPercent);
    }

    /**
     * Passes if the whole interval of the change is allowed, fails if no part of it is, and is undecided otherwise. Fails if a
     * side has no value, or if a larger share of the runs of B than of A has none.
     */
    Check check(String stepAndValue, ValuePair pair, ValueChange row) {
        Double change = row.changePercent();
        Double before = row.before();
        Double after = row.after();
        if (before == null || after == null) {
            return new Check(expression, null, false, (before == null ? "A" : "B") + " has no " + stepAndValue);
        }
        String loss = pair.lossText();
        if (loss != null) {
            return new Check(expression, null, false, loss + " have no " + stepAndValue);
        }
        ChangeRange range = row.range();
        String finding = stepAndValue
                + (change == null ? " was " + before + " and is " + after : " " + ChangeText.percent(change) + " %")
                + (range == null || row.noisePercent() == null ? "" : " (" + ChangeText.range(range) + ")");
        Boolean passed = decide(pair, row);
        if (passed != null) {
            return new Check(expression, change, passed, finding);
        }
        Undecided undecided = undecided(pair, row);
        return new Check(expression, change, false, finding + ", not decided: " + undecided.reason(), undecided);
    }

    /** Returns {@code null} if the check is undecided. */
    private @Nullable Boolean decide(ValuePair pair, ValueChange row) {
        ChangeRange range = row.range();
        if (row.noisePercent() != null && range != null) {
            double best = falls ? range.highPercent() : range.lowPercent();
            double worst = falls ? range.lowPercent() : range.highPercent();
            return !exceeds(worst, pair.maxLogRounding()) ? Boolean.TRUE : exceeds(best, 0) ? Boolean.FALSE : null;
        }
        return range == null && row.mark() == Mark.INSIDE_NOISE
                ? Boolean.TRUE // the value was 0 in all runs
                : row.mark() != Mark.NOT_JUDGED && pair.isAboveZeroOnlyAfter() ? (Boolean) falls : null;
    }

    private boolean exceeds(double changePercent, double logStep) {
        return falls ? changePercent < limit(logStep) : changePercent > limit(logStep);
    }

    private Undecided undecided(ValuePair pair, ValueChange row) {
        if (row.mark() == Mark.NOT_JUDGED) {
            return new Undecided(
                    (pair.hasDifferentUnits() ? "numbers of different units" : "delays of different sources")
                            + " are not comparable",
                    null);
        }
        int runs = Math.min(row.runsBefore(), row.runsAfter());
        if (runs < 2) {
            int recommendedRuns = RepeatsNeeded.MIN_REPEATS;
            String runCounts =
                    Math.max(row.runsBefore(), row.runsAfter()) < 2 ? "one run each" : "one side has one run";
            return new Undecided(
                    runCounts + ", so the noise is not known; make " + recommendedRuns + " repeats of each side",
                    recommendedRuns);
        }
        Double noise = row.noisePercent();
        Double change = row.changePercent();
        if (noise == null || change == null || row.range() == null) {
            return new Undecided(
                    "it was " + (pair.isNegative() ? "below 0" : "0") + " in some runs, so there is no interval", null);
        }
        double allowed = Math.log1p(limit(pair.maxLogRounding()) / 100);
        double excess = pair.maxLogExcess(falls);
        double confidence = row.range().confidence();
        int needed = RepeatsNeeded.of(noise, Math.max(0, Math.abs(allowed) - excess), confidence);
        if (needed <= runs) { // these repeats suffice for equal sides, so the change is near the limit
            double distance = Math.abs(Math.log1p(change / 100) - allowed);
            needed = Math.max(runs + 1, RepeatsNeeded.of(noise, Math.max(0, distance - excess), confidence));
        }
        if (excess > 0 && needed == Integer.MAX_VALUE) {
            return new Undecided("searches, or durations in whole µs, are less precise than that", null);
        }
        return new Undecided(
                "about " + needed + " repeats of each side would decide it at this noise ("
                        + ChangeText.percent(noise).substring(1) + " % from run to run)",
                needed);
    }
}
