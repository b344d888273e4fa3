// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload;

import io.github.cdctester.config.RandomNumbers;
import io.github.cdctester.config.StatementSending;
import java.util.Map;
import java.util.Optional;

/** What was given for a workload. */
public interface OptionValues {

    /**
     * Looks for the value of an option.
     *
     * @param option one of the family's
     * @return its value, of several the first; empty where it was not given
     */
    <T> Optional<T> given(FamilyOption<T> option);

    /**
     * Reads an option.
     *
     * @param option one of the family's
     * @return its value, or what it is otherwise
     */
    default <T> T of(FamilyOption<T> option) {
        return given(option).orElse(option.otherwise());
    }

    /**
     * Reads the options that say how numbers are drawn.
     *
     * @return the seed and the distribution
     */
    RandomNumbers numbers();

    /**
     * Reads the options that say how statements are sent.
     *
     * @return how they are
     */
    StatementSending sending();

    /**
     * Reads the options of a workload of one's own.
     *
     * @return values by name
     */
    Map<String, String> own();

    /**
     * Tells whether the workload is to run beside another one.
     *
     * @return whether it is a background
     */
    boolean inBackground();

    /**
     * Makes a failure of options that do not fit together.
     *
     * @param message what is wrong, in one line
     * @return the failure, to be thrown
     */
    RuntimeException wrong(String message);
}
