// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload;

import io.github.cdctester.config.RandomNumbers;
import io.github.cdctester.config.RandomNumbers.RandType;
import io.github.cdctester.config.StatementSending;
import io.github.cdctester.config.StatementSending.PsMode;
import io.github.cdctester.config.WorkloadSpec.DisplayedSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads a workload's options from result.json. A missing or invalid option causes an {@link IllegalArgumentException} that names
 * it.
 *
 * @param values parsed from JSON, where whole numbers may have any number type
 */
public record StoredOptions(Map<String, @Nullable Object> values) implements OptionValues {

    /** Adds the options that {@link #numbers()} reads. */
    public static void put(Map<String, @Nullable Object> options, RandomNumbers random) {
        options.put("randType", word(random.type()));
        options.put("randSeed", random.seed());
        options.put("randSpecIter", random.special().iterations());
        options.put("randSpecPct", random.special().specialRowsPercent());
        options.put("randSpecRes", random.special().specialDrawsPercent());
        options.put("randParetoH", random.paretoH());
        options.put("randZipfianExp", random.zipfianExponent());
    }

    /** Adds the options that {@link #sending()} reads. */
    public static void put(Map<String, @Nullable Object> options, StatementSending sending) {
        options.put("dbPsMode", word(sending.psMode()));
        options.put("skipTrx", sending.skipTrx());
        options.put("reconnect", sending.reconnect());
    }

    /**
     * @param file {@code null} for a provider's workload
     * @param yaml the file's text, so that the workload can be run again; {@code null} for a provider's workload
     */
    public static DisplayedSpec customSpec(
            @Nullable String file,
            @Nullable String yaml,
            Map<String, String> options,
            RandomNumbers random,
            StatementSending sending,
            boolean isStamped) {
        Map<String, @Nullable Object> customValues = new LinkedHashMap<>();
        customValues.put("file", file);
        customValues.put("options", new TreeMap<>(options));
        put(customValues, random);
        put(customValues, sending);
        if (isStamped) {
            customValues.put("stamp", true);
        }
        if (yaml != null) {
            customValues.put("yaml", yaml);
        }
        return new DisplayedSpec("own", customValues);
    }

    @Override
    public <T> Optional<T> userValue(FamilyOption<T> option) {
        return Optional.ofNullable(values.get(option.property()))
                .map(value -> option.form().type().cast(read(option.property(), option.form())));
    }

    @Override
    public <T> T of(FamilyOption<T> option) {
        if (option.equals(RowStamp.OPTION)) {
            return OptionValues.super.of(option); // stored only if it is on
        }
        return userValue(option).orElseThrow(() -> conflict(option.property() + " is missing"));
    }

    private Object read(String name, Form<?> form) {
        if (values.get(name) instanceof List<?> list) {
            return list.stream().map(String::valueOf).collect(Collectors.joining(","));
        }
        if (form.type().isEnum()) {
            return constant(name, form.type());
        }
        return form.type() == Integer.class
                ? (Object) count(name)
                : form.type() == Long.class ? (Object) wholeNumber(name) : of(name, form.type());
    }

    @Override
    public Map<String, String> customOptions() {
        StoredOptions nestedOptions = nested("options");
        Map<String, String> options = new TreeMap<>();
        nestedOptions.values.keySet().forEach(name -> options.put(name, nestedOptions.text(name)));
        return options;
    }

    @Override
    public boolean inBackground() {
        return false;
    }

    @Override
    public IllegalArgumentException conflict(String message) {
        return new IllegalArgumentException(message);
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    public String text(String name) {
        return of(name, String.class);
    }

    /** Returns {@code null} if the text is missing. */
    public @Nullable String textOrNull(String name) {
        return values.get(name) == null ? null : text(name);
    }

    private long wholeNumber(String name) {
        return of(name, Number.class).longValue();
    }

    private int count(String name) {
        long number = wholeNumber(name);
        if (number != (int) number) {
            throw new IllegalArgumentException(name + ": " + number + " is out of range");
        }
        return (int) number;
    }

    private double decimal(String name) {
        return of(name, Number.class).doubleValue();
    }

    public boolean flag(String name) {
        return of(name, Boolean.class);
    }

    @SuppressWarnings("unchecked") // the keys of JSON objects are strings
    public StoredOptions nested(String name) {
        return new StoredOptions(of(name, Map.class));
    }

    private <T> T constant(String name, Class<T> type) {
        String word = text(name).replace('-', '_');
        return Stream.of(type.getEnumConstants())
                .filter(constant -> String.valueOf(constant).equalsIgnoreCase(word))
                .findFirst()
                .orElseThrow(() -> conflict(name + " is " + text(name)));
    }

    /** If only the seed is stored, the distribution is the default. */
    @Override
    public RandomNumbers numbers() {
        if (!values.containsKey("randType")) {
            return RandomNumbers.DEFAULT.seed(wholeNumber("randSeed"));
        }
        return new RandomNumbers(
                constant("randType", RandType.class),
                wholeNumber("randSeed"),
                new RandomNumbers.Special(count("randSpecIter"), count("randSpecPct"), count("randSpecRes")),
                decimal("randParetoH"),
                decimal("randZipfianExp"));
    }

    /** If {@code skipTrx} is not stored, statements are sent in transactions. */
    @Override
    public StatementSending sending() {
        return new StatementSending(
                constant("dbPsMode", PsMode.class),
                values.containsKey("skipTrx") && flag("skipTrx"),
                count("reconnect"));
    }

    private <T> T of(String name, Class<T> type) {
        Object value = values.get(name);
        if (!type.isInstance(value)) {
            throw new IllegalArgumentException(name + ": " + value + ", must be a " + type.getSimpleName());
        }
        return type.cast(value);
    }
}
