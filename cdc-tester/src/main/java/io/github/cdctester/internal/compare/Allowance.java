// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.compare;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.report.compose.comparison.ChangeText;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.Comparison.ChangeRange;
import io.github.cdctester.result.Comparison.Mark;
import io.github.cdctester.result.Comparison.NoiseFrom;
import io.github.cdctester.result.Comparison.ValueChange;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A change that is still allowed, such as {@code write.transactionsPerSecond -5%}: to fall by 5 %, or to rise by any.
 *
 * @param expression as it was written
 * @param percent how far; negative where it is about a fall, also where it is none
 * @param falls whether it is about a fall
 */
public record Allowance(String expression, ComparedValue value, double percent, boolean falls) {

    private static final Pattern FORM =
            Pattern.compile("(\\S+?)\\s*([-+])\\s*(\\d{1,6}(?:\\.\\d{1,6})?)\\s*%", Pattern.DOTALL);

    /**
     * Reads one.
     *
     * @param expression a value's name, a sign, and a percentage
     * @throws InvalidPlanException if it has another form, or there is no such value
     */
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

    /** Whether a change is further than that. */
    boolean isPastBy(double changePercent) {
        return falls ? changePercent < percent : changePercent > percent;
    }

    /**
     * Checks a change. Where repeats reveal the noise, or a search how closely it looked, a change past the allowance must also be more
     * than that; elsewhere the estimate alone decides, and the check says so.
     */
    Check check(@Nullable String axis, boolean ofParts, ValueChange row) {
        String what = ChangeText.place(axis, row.step(), ofParts) + row.value();
        Double change = row.changePercent();
        if (change == null) {
            return ofUnknown(what, row);
        }
        ChangeRange range = row.range();
        boolean byRepeats = row.noise() == NoiseFrom.REPEATS || row.noise() == NoiseFrom.ALL_STEPS;
        boolean past = isPastBy(change);
        boolean isInside = row.mark() == Mark.INSIDE_NOISE;
        boolean held = !past || isInside;
        String found = what + " " + ChangeText.percent(change) + " %"
                + ((byRepeats || isInside) && range != null ? " (" + ChangeText.range(range) + ")" : "");
        return new Check(expression, change, held, found + (past ? remark(byRepeats, isInside) : ""));
    }

    private static String remark(boolean byRepeats, boolean isInside) {
        if (byRepeats) {
            return isInside ? ", within noise" : "";
        }
        return isInside ? ", within the precision of the searches" : ", without a noise estimate";
    }

    /** A value that was 0 has risen by more than any percentage; one that was not measured is not good. */
    private Check ofUnknown(String what, ValueChange row) {
        Double before = row.before();
        Double after = row.after();
        if (before == null || after == null) {
            return new Check(expression, null, false, (before == null ? "A" : "B") + " has no " + what);
        }
        boolean risen = after > before;
        return new Check(
                expression,
                null,
                falls == risen,
                what + " was " + before + " and is " + after + ", without a noise estimate");
    }
}
