// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.plan;

import java.time.Duration;
import java.util.List;

/**
 * Something that is done once, at its time.
 *
 * @param phase the phase from whose beginning its time counts
 * @param at how long after it
 * @param deed what is done
 */
public record TimedAction(String phase, Duration at, Deed deed) {

    /** What can be done. */
    public sealed interface Deed {}

    /**
     * A statement on the server that is written to, on a connection of its own.
     *
     * @param statement the SQL
     */
    public record Sql(String statement) implements Deed {
        @Override
        public String toString() {
            return statement;
        }
    }

    /**
     * A program on this machine, which is told where the server is by its environment.
     *
     * @param words the program and its arguments
     */
    public record Command(List<String> words) implements Deed {
        /** Copies the words. */
        public Command {
            words = List.copyOf(words);
        }

        @Override
        public String toString() {
            return String.join(" ", words);
        }
    }
}
