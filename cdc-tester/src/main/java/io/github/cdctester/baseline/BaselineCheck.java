// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.baseline;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was measured, against the baseline.
 *
 * @param test the test's name
 * @param machine the class of this machine
 * @param server such as {@code mysql-9.7}
 * @param figures a row a judged figure; none where there is nothing to compare with
 * @param held whether no figure is worse, or the change was accepted
 * @param message what to say: one line, and one more for each figure that is not the same
 */
public record BaselineCheck(
        String test, String machine, String server, List<Figure> figures, boolean held, String message) {

    /** Copies the list. */
    public BaselineCheck {
        figures = List.copyOf(figures);
    }

    /** What is to be said about a figure. */
    public enum Mark {
        /** An improvement, and more than noise. */
        BETTER,
        /** Nothing that would be more than noise, or more than is allowed. */
        SAME,
        /** The opposite of better, by more than is allowed, and more than noise. */
        WORSE,
        /** Nothing: it was not measured, or there are too few nights to know the noise. */
        UNKNOWN
    }

    /**
     * A figure against the nights before.
     *
     * @param name its name in result.json below {@code summary}
     * @param nights how many nights of the last runs were put together, tonight included; 0 where nothing was compared
     * @param baseline the geometric mean of the nights before; {@code null} where it is not known
     * @param measured the geometric mean of tonight's runs; {@code null} where one was not above 0
     * @param changePercent from the nights before to the last ones; {@code null} where nothing was compared
     * @param lowPercent the lower end of where the change is, as sure as the mark is; {@code null} likewise
     * @param highPercent the upper end; {@code null} likewise
     * @param mark what to say
     */
    public record Figure(
            String name,
            int nights,
            @Nullable Double baseline,
            @Nullable Double measured,
            @Nullable Double changePercent,
            @Nullable Double lowPercent,
            @Nullable Double highPercent,
            Mark mark) {}

    /**
     * Fails a test whose figures are worse.
     *
     * @return this, where it is held
     * @throws AssertionError with the message, where it is not
     */
    public BaselineCheck orThrow() {
        if (!held) {
            throw new AssertionError(message);
        }
        return this;
    }
}
