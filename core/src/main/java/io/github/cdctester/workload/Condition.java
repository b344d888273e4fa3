// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload;

import java.util.Optional;

/**
 * Something that must be true of a workload's tables while nobody writes, and what was found.
 *
 * @param name its number in the specification, such as {@code 3.3.2.1}
 * @param statement what must be true, such as {@code w_ytd = sum(d_ytd)}
 * @param violations how many rows break it; 0 where it holds
 * @param offender the first of them, such as {@code warehouse 1, district 3, …}; empty where it holds
 */
public record Condition(String name, String statement, long violations, Optional<String> offender) {

    /** When conditions are asked for. */
    public enum Moment {
        /** The tables have just been made. */
        AFTER_LOAD,
        /** Transactions have been made since then. */
        AFTER_RUN
    }

    /**
     * Tells whether it is true.
     *
     * @return whether no row breaks it
     */
    public boolean holds() {
        return violations == 0;
    }
}
