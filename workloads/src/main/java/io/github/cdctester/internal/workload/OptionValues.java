// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload;

import io.github.cdctester.config.RandomNumbers;
import io.github.cdctester.config.StatementSending;
import java.util.Map;
import java.util.Optional;

/** Values of a workload's options, from the user or by default. */
public interface OptionValues {

    /** Returns the first of several values; empty if the user did not set the option. */
    <T> Optional<T> userValue(FamilyOption<T> option);

    default <T> T of(FamilyOption<T> option) {
        return userValue(option).orElse(option.defaultValue());
    }

    default RandomNumbers numbers() {
        return SharedOptions.numbers(this);
    }

    default StatementSending sending() {
        return SharedOptions.sending(this);
    }

    Map<String, String> customOptions();

    /** Returns true if the workload runs in the background of another workload. */
    boolean inBackground();

    /** Creates an exception for options that contradict each other. */
    RuntimeException conflict(String message);
}
