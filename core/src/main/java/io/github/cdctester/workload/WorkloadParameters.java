// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload;

import io.github.cdctester.config.RandomNumbers;
import io.github.cdctester.config.StatementSending;
import io.github.cdctester.failure.InvalidPlanException;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeSet;

/** The user's options for a provider's workload: the workload's own options and general options. Not thread-safe. */
public final class WorkloadParameters {

    private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;

    private final String name;
    private final Map<String, String> options;
    private final RandomNumbers random;
    private final StatementSending sending;
    private final boolean stamped;
    private boolean wasStampRead;
    private final TreeSet<String> knownOptions = new TreeSet<>();

    /**
     * Creates the parameters.
     *
     * @param name the provider's name
     * @param options the user's values by option name
     * @param random the seed and the distribution of random numbers
     * @param sending how statements are sent to the server
     * @param stamped whether rows must be stamped
     */
    public WorkloadParameters(
            String name, Map<String, String> options, RandomNumbers random, StatementSending sending, boolean stamped) {
        this.name = name;
        this.stamped = stamped;
        this.options = Map.copyOf(options);
        this.random = random;
        this.sending = sending;
    }

    /**
     * Reads an option as text.
     *
     * @param option name of the option
     * @param defaultValue the value if the user does not set the option
     * @return the user's text, or {@code defaultValue}
     */
    public String text(String option, String defaultValue) {
        knownOptions.add(option);
        return options.getOrDefault(option, defaultValue);
    }

    /**
     * Reads an option as a whole number.
     *
     * @param option name of the option
     * @param defaultValue the value if the user does not set the option
     * @param min the lowest valid number
     * @param max the highest valid number
     * @return the number
     * @throws InvalidPlanException if the value is not a whole number from {@code min} to {@code max}
     */
    public long wholeNumber(String option, long defaultValue, long min, long max) {
        String text = text(option, String.valueOf(defaultValue));
        if (text.matches("-?\\d{1,18}")) {
            long number = Long.parseLong(text);
            if (number >= min && number <= max) {
                return number;
            }
        }
        throw invalidValue(option, "a whole number from " + min + " to " + max);
    }

    /**
     * Reads an option with the values {@code on} and {@code off}.
     *
     * @param option name of the option
     * @param defaultValue the value if the user does not set the option
     * @return true if the option is on
     * @throws InvalidPlanException if the value is neither {@code on} nor {@code off}
     */
    public boolean isOn(String option, boolean defaultValue) {
        return switch (text(option, defaultValue ? "on" : "off")) {
            case "on" -> true;
            case "off" -> false;
            default -> throw invalidValue(option, "on or off");
        };
    }

    /**
     * Creates an exception about the value of an option.
     *
     * @param option name of the option
     * @param expected description of valid values
     * @return the exception, for the provider to throw
     */
    public InvalidPlanException invalidValue(String option, String expected) {
        return new InvalidPlanException(
                "option " + option + " of " + name, options.getOrDefault(option, "missing"), expected);
    }

    /** Returns the distribution of row numbers, its parameters and the seed, from the {@code --rand-*} options. */
    public RandomNumbers numbers() {
        return random;
    }

    /**
     * Returns whether to prepare statements or send them as text, and whether to use transactions. The tester handles
     * reconnects itself.
     *
     * @return the values of {@code --db-ps-mode}, {@code --skip-trx} and {@code --reconnect}
     */
    public StatementSending sending() {
        return sending;
    }

    /**
     * Returns true if rows must be stamped, so that a consumer can be judged by their content. A call of this method
     * means that the provider supports stamps. All tables that its workload inserts into or updates must have the columns {@code
     * cdc_seq BIGINT} and {@code cdc_at BIGINT}. Each INSERT and UPDATE must set {@code cdc_seq} to {@link
     * StatementTally#stamp()}, and {@code cdc_at} to the time in µs since the epoch just before the statement is sent.
     * The provider must report its rows to {@link StatementTally#inserted} and {@link StatementTally#updated}.
     */
    public boolean stamp() {
        wasStampRead = true;
        return stamped;
    }

    /**
     * Returns random numbers for a worker, the same in each run with the same seed and worker number.
     *
     * @param worker the worker's number, from 0, or any number for another purpose
     * @return separate random numbers; different in each run if the user sets no seed
     */
    public SplittableRandom random(int worker) {
        long seed = random.seed();
        return seed == 0 ? new SplittableRandom() : new SplittableRandom(seed + (worker + 1) * GOLDEN_RATIO).split();
    }

    /**
     * Rejects unused options. Called after the provider has created the workload.
     *
     * @throws InvalidPlanException if the user set an option that the provider did not read, or requests stamps that the provider
     *     does not support
     */
    public void rejectUnknownOptions() {
        if (stamped && !wasStampRead) {
            throw new InvalidPlanException("stamp", "on", "off with " + name + ": its provider stamps no rows");
        }
        for (String option : new TreeSet<>(options.keySet())) {
            if (!knownOptions.contains(option)) {
                throw invalidValue(
                        option,
                        knownOptions.isEmpty()
                                ? "left out: " + name + " has no options"
                                : "one of the options of " + name + ": " + String.join(", ", knownOptions));
            }
        }
    }
}
