// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.compare;

import io.github.cdctester.failure.InvalidPlanException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A change that is still allowed, such as {@code write.transactionsPerSecond -5%}: to fall by 5 %, or to rise by any.
 *
 * @param expression as it was written
 * @param value whose change it is
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
            throw refused(text, "it is not a name followed by a sign and a percentage");
        }
        boolean falls = form.group(2).equals("-");
        double percent = Double.parseDouble(form.group(3));
        try {
            return new Allowance(text, ComparedValue.of(form.group(1)), falls ? -percent : percent, falls);
        } catch (IllegalArgumentException e) {
            throw refused(text, String.valueOf(e.getMessage()));
        }
    }

    private static InvalidPlanException refused(String text, String because) {
        return new InvalidPlanException(
                "allow",
                "'" + text + "'",
                "a change that is still allowed, such as 'write.transactionsPerSecond -5%' or 'delay.p99 +10%': "
                        + because);
    }

    /** Whether a change is further than that. */
    boolean isPastBy(double changePercent) {
        return falls ? changePercent < percent : changePercent > percent;
    }
}
