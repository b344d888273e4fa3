// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload;

import io.github.cdctester.config.RandomNumbers;
import io.github.cdctester.config.RandomNumbers.RandType;
import io.github.cdctester.config.StatementSending;
import io.github.cdctester.config.StatementSending.PsMode;
import io.github.cdctester.config.WorkloadSpec.Shown;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The options of a workload as the plan of result.json shows them, for reading them back. What is missing or of another form
 * is an {@link IllegalArgumentException} that names it.
 *
 * @param values what {@link io.github.cdctester.config.WorkloadSpec#shown()} had, read from JSON: whole numbers may have come
 *     back as any kind of number
 */
public record ShownOptions(Map<String, @Nullable Object> values) {

    /** Adds how numbers are drawn, for {@link #random()}. */
    public static void put(Map<String, @Nullable Object> options, RandomNumbers random) {
        options.put("randType", word(random.type()));
        options.put("randSeed", random.seed());
        options.put("randSpecIter", random.special().iterations());
        options.put("randSpecPct", random.special().percent());
        options.put("randSpecRes", random.special().share());
        options.put("randParetoH", random.paretoH());
        options.put("randZipfianExp", random.zipfianExponent());
    }

    /** Adds how statements are sent, for {@link #sending()}. */
    public static void put(Map<String, @Nullable Object> options, StatementSending sending) {
        options.put("dbPsMode", word(sending.psMode()));
        options.put("skipTrx", sending.skipTrx());
        options.put("reconnect", sending.reconnect());
    }

    /**
     * How a workload of one's own is shown, under {@code own}.
     *
     * @param file where it is written; {@code null} for that of a provider
     * @param yaml what is written there, so that it can be run again; {@code null} for that of a provider
     */
    public static Shown own(
            @Nullable String file,
            @Nullable String yaml,
            Map<String, String> options,
            RandomNumbers random,
            StatementSending sending,
            boolean stamped) {
        Map<String, @Nullable Object> own = new LinkedHashMap<>();
        own.put("file", file);
        own.put("options", new TreeMap<>(options));
        put(own, random);
        put(own, sending);
        if (stamped) {
            own.put("stamp", true);
        }
        if (yaml != null) {
            own.put("yaml", yaml);
        }
        return new Shown("own", own);
    }

    /** Reads the options of a workload of one's own, by name. */
    public Map<String, String> ownOptions() {
        ShownOptions given = within("options");
        Map<String, String> options = new TreeMap<>();
        given.values.keySet().forEach(name -> options.put(name, given.text(name)));
        return options;
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /** Reads a text. */
    public String text(String name) {
        return of(name, String.class);
    }

    /** A text, or {@code null} where it is missing. */
    public @Nullable String textOrNull(String name) {
        return values.get(name) == null ? null : text(name);
    }

    /** Reads a whole number. */
    public long whole(String name) {
        return of(name, Number.class).longValue();
    }

    /** A whole number, 0 where it is missing or {@code null}. */
    public long wholeOrZero(String name) {
        return values.get(name) == null ? 0 : whole(name);
    }

    /** Reads a small whole number. */
    public int count(String name) {
        return Math.toIntExact(whole(name));
    }

    /** Reads a number. */
    public double decimal(String name) {
        return of(name, Number.class).doubleValue();
    }

    /** Reads a truth value. */
    public boolean flag(String name) {
        return of(name, Boolean.class);
    }

    /** Reads whether rows are stamped. */
    public boolean stamped() {
        return values.containsKey("stamp") && flag("stamp");
    }

    /** Reads a list of whole numbers. */
    public List<Integer> counts(String name) {
        return ((List<?>) of(name, List.class))
                .stream().map(value -> ((Number) value).intValue()).toList();
    }

    /** Reads options within the options. */
    @SuppressWarnings("unchecked") // JSON's objects have texts for keys
    public ShownOptions within(String name) {
        return new ShownOptions(of(name, Map.class));
    }

    /** Reads the constant that a word stands for. */
    public <T extends Enum<T>> T constant(String name, Class<T> type) {
        return Enum.valueOf(type, text(name).toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    /** Reads how numbers are drawn. */
    public RandomNumbers random() {
        return new RandomNumbers(
                constant("randType", RandType.class),
                whole("randSeed"),
                new RandomNumbers.Special(count("randSpecIter"), count("randSpecPct"), count("randSpecRes")),
                decimal("randParetoH"),
                decimal("randZipfianExp"));
    }

    /** How statements are sent; in transactions where nothing is said of them. */
    public StatementSending sending() {
        return new StatementSending(
                constant("dbPsMode", PsMode.class),
                values.containsKey("skipTrx") && flag("skipTrx"),
                count("reconnect"));
    }

    private <T> T of(String name, Class<T> type) {
        Object value = values.get(name);
        if (!type.isInstance(value)) {
            throw new IllegalArgumentException(name + " is " + value + ", but must be a " + type.getSimpleName());
        }
        return type.cast(value);
    }
}
