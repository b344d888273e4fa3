// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix.setting;

import io.github.cdctester.failure.InvalidPlanException;
import java.time.Duration;
import java.util.List;

/**
 * A program that changes a setting of a server, and one that undoes it.
 *
 * @param words the program and its arguments, such as {@code sh}, {@code -c}, {@code …}
 * @param undo the program that undoes it, likewise
 * @param timeout how long either may take, above 0 to a day
 */
public record ServerCommand(List<String> words, List<String> undo, Duration timeout) {

    /** How long a program may take, unless something else is said. */
    public static final Duration TIMEOUT = Duration.ofMinutes(5);

    /**
     * Checks the values.
     *
     * @throws InvalidPlanException if one of the programs is missing, or the time is out of range
     */
    public ServerCommand {
        words = List.copyOf(words);
        undo = List.copyOf(undo);
        if (words.isEmpty()) {
            throw new InvalidPlanException("command", "empty", "a program and its arguments");
        }
        if (undo.isEmpty()) {
            throw new InvalidPlanException(
                    "undoCommand", "missing", "given with the command " + String.join(" ", words) + ", to undo it");
        }
        if (timeout.isZero() || timeout.isNegative() || timeout.compareTo(Duration.ofDays(1)) > 0) {
            throw new InvalidPlanException("commandTimeout", timeout, "a duration above 0, of at most one day");
        }
    }
}
