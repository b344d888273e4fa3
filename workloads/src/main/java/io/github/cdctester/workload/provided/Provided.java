// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.provided;

import io.github.cdctester.config.RandomNumbers;
import io.github.cdctester.config.StatementSending;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.internal.workload.StoredOptions;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * A workload of a provider on the class path ({@code io.github.cdctester.workload.WorkloadProvider}).
 *
 * @param name the provider's name
 * @param options the provider's options by name; they appear in the result, so they must not contain secrets
 * @param random the seed, and the distribution of numbers if the provider leaves the distribution to the user
 * @param sending the way to send statements, if the provider leaves it to the user
 * @param stamped true if the provider must stamp its rows
 */
public record Provided(
        String name, Map<String, String> options, RandomNumbers random, StatementSending sending, boolean stamped)
        implements WorkloadSpec {

    public Provided {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(random, "random");
        Objects.requireNonNull(sending, "sending");
        options = Map.copyOf(options);
    }

    /** Returns the workload of the provider with this name, with default options. */
    public static Provided workload(String name) {
        return new Provided(name, Map.of(), RandomNumbers.DEFAULT, StatementSending.DEFAULT, false);
    }

    @Override
    public DisplayedSpec displayed() {
        return StoredOptions.customSpec(null, null, options, random, sending, stamped);
    }

    /** Returns a copy with one changed option of the provider. */
    public Provided option(String key, String value) {
        Map<String, String> replacement = new TreeMap<>(options);
        replacement.put(key, value);
        return options(replacement);
    }

    /** Returns a copy with other options of the provider: values by name. */
    public Provided options(Map<String, String> replacement) {
        return new Provided(name, replacement, random, sending, stamped);
    }

    /** Returns a copy with another seed and distribution. */
    public Provided random(RandomNumbers replacement) {
        return new Provided(name, options, replacement, sending, stamped);
    }

    /** Returns a copy with another way to send statements. */
    public Provided sending(StatementSending replacement) {
        return new Provided(name, options, random, replacement, stamped);
    }

    /**
     * Returns a copy with or without stamped rows. Stamps are rejected if the provider does not call
     * {@code WorkloadParameters.stamp()}.
     */
    public Provided stamp(boolean enabled) {
        return new Provided(name, options, random, sending, enabled);
    }
}
