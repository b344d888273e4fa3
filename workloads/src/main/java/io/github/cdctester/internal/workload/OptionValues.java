// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload;

import io.github.cdctester.config.RandomNumbers;
import io.github.cdctester.config.StatementSending;
import java.util.Map;
import java.util.Optional;

/** The options that were given for a workload. */
public interface OptionValues {

    /** Its value, of several the first; empty if it was not given. */
    <T> Optional<T> given(FamilyOption<T> option);

    default <T> T of(FamilyOption<T> option) {
        return given(option).orElse(option.otherwise());
    }

    /** Reads the options for random numbers. */
    default RandomNumbers numbers() {
        return SharedOptions.numbers(this);
    }

    /** Reads the options for sending statements. */
    default StatementSending sending() {
        return SharedOptions.sending(this);
    }

    Map<String, String> own();

    /** Returns true if the workload runs together with another one. */
    boolean inBackground();

    /** A failure of options that do not fit together. */
    RuntimeException wrong(String message);
}
