// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.yaml;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.time.DurationText;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A text, a list or keys with values, at a line of a file. Reading a value of another type throws {@link InvalidPlanException} with
 * the file, the line, the path of keys and a valid example.
 */
public final class YamlNode {

    private static final int SHOWN_CHARACTERS = 60;
    private static final int SHOWN_PATH_CHARACTERS = 400;

    private final Place place;
    private final Object content;
    private final boolean plain;

    YamlNode(Place place, Object content, boolean plain) {
        this.place = place;
        this.content = content;
        this.plain = plain;
    }

    /**
     * Place of a node.
     *
     * @param label the file
     * @param line the line, from 1
     * @param path the keys that lead to it, as in {@code tables.account.rows}; empty for the root
     */
    record Place(String label, int line, String path) {

        String under(String key) {
            return path.isEmpty() ? key : path + "." + key;
        }

        @Override
        public String toString() {
            return label + ":" + line + (path.isEmpty() ? "" : ": " + shownPath(path));
        }
    }

    public String at() {
        return place.label() + ":" + place.line();
    }

    /** Creates a failure about a value of this node, with the expected form. */
    public InvalidPlanException error(Object value, String expected) {
        String text = String.valueOf(value);
        String quoted = text.startsWith("'") ? text : "'" + displayed(text) + "'";
        return problem((isWritten(text) ? quoted : displayed(text) + ",") + " must be " + expected);
    }

    private boolean isWritten(String text) {
        return text.startsWith("'")
                || isList()
                || content instanceof String own && own.strip().equals(text.strip());
    }

    /** Makes a failure about this node, in a sentence. */
    public InvalidPlanException problem(String sentence) {
        return new InvalidPlanException(place.toString(), sentence);
    }

    /** Returns true if it has keys. */
    public boolean isMapping() {
        return content instanceof Map;
    }

    public boolean isList() {
        return content instanceof List;
    }

    /** Returns true if it is text without quotes: only that can be a number, {@code true} or {@code null}. */
    public boolean isPlain() {
        return plain;
    }

    /** A text in place of a missing value, at the line of the keys. */
    YamlNode otherwise(String key, String text) {
        return new YamlNode(new Place(place.label(), place.line(), place.under(key)), text, true);
    }

    /**
     * Reads something that checks itself. Its failure becomes one of this node, or of the one of its keys that the property is:
     * {@code settleTimeout} is {@code settle-timeout}.
     */
    public <T> T inPlace(Supplier<T> reading) {
        try {
            return reading.get();
        } catch (InvalidPlanException e) {
            if (e.property().indexOf(':') >= 0) {
                throw e; // it has a place already
            }
            String key = YamlBinder.key(e.property());
            Optional<YamlNode> at = isMapping() ? get(key) : Optional.of(this);
            if (e.value().isEmpty()) {
                throw at.map(node -> node.problem(e.expected())).orElseGet(() -> problem(key + ": " + e.expected()));
            }
            throw at.map(node -> node.error(e.value(), e.expected()))
                    .orElseGet(() -> problem(key + " is " + displayed(e.value()) + ", must be " + e.expected()));
        }
    }

    public String text() {
        if (content instanceof String text) {
            return text;
        }
        throw problem("must be a text, not " + kind());
    }

    public long wholeNumber(long least, long most) {
        String expected = "a whole number from " + least + " to " + most;
        if (content instanceof String text && text.matches("-?\\d{1,18}")) {
            long number = Long.parseLong(text);
            if (number >= least && number <= most) {
                return number;
            }
        }
        throw wrong(expected);
    }

    public double number() {
        if (content instanceof String text && text.matches("-?\\d{1,18}(\\.\\d{1,18})?(E-?\\d{1,2})?")) {
            return Double.parseDouble(text);
        }
        throw wrong("a number");
    }

    /** Reads a duration from 0. */
    public Duration duration() {
        try {
            return DurationText.parse(text().strip());
        } catch (IllegalArgumentException e) {
            throw error(text(), "a duration such as 500ms, 10s, 5m or 1h");
        }
    }

    /** Reads one of several words. */
    public String word(String... words) {
        if (content instanceof String text && Arrays.asList(words).contains(text)) {
            return text;
        }
        String near = content instanceof String text ? NearNames.didYouMean(text, Arrays.asList(words)) : "";
        throw wrong(String.join(" or ", words) + near);
    }

    /** Reads one of the names that others have, who are {@code what}. */
    public String oneOfNames(String what, Collection<String> names) {
        if (!names.contains(text())) {
            throw error(text(), "one of the " + what + " " + NearNames.oneOf(text(), names));
        }
        return text();
    }

    /** Reads {@code true} or {@code false}. */
    public boolean isTrue() {
        return word("true", "false").equals("true");
    }

    /** Reads a list, or one value as a list of one. */
    public List<YamlNode> all() {
        return isList() ? elements() : List.of(this);
    }

    public List<YamlNode> elements() {
        if (content instanceof List<?> list && !list.isEmpty()) {
            return list.stream().map(YamlNode.class::cast).toList();
        }
        throw isList() ? problem("empty; give a list") : wrong("a list");
    }

    /**
     * Reads keys of the user's choice.
     *
     * @return the values by their keys, in the file's order, at least one
     */
    public Map<String, YamlNode> entries() {
        Map<String, YamlNode> entries = asMap();
        if (entries.isEmpty()) {
            throw problem("empty; give keys with values");
        }
        return entries;
    }

    /** Refuses keys that mean nothing here. */
    public YamlNode allow(String... keys) {
        asMap().forEach((key, value) -> {
            if (!Arrays.asList(keys).contains(key)) {
                throw value.unknown(key, Arrays.asList(keys), "the keys here are " + String.join(", ", keys));
            }
        });
        return this;
    }

    /** Makes a failure about a key that means nothing. */
    public InvalidPlanException unknown(String key, Collection<String> known, String all) {
        String near = NearNames.didYouMean(key, known);
        return problem("unknown key" + (near.isEmpty() ? "; " + all : near));
    }

    /** The only one of several keys that is there. */
    public String oneOf(String... keys) {
        List<String> given = Stream.of(keys).filter(key -> get(key).isPresent()).toList();
        if (given.size() != 1) {
            throw problem("give one of " + String.join(", ", keys)
                    + (given.isEmpty() ? "" : "; given are " + String.join(" and ", given)));
        }
        return given.get(0);
    }

    public void refuseWithout(String needed, String... keys) {
        if (get(needed).isEmpty()) {
            for (String key : keys) {
                get(key).ifPresent(value -> {
                    throw value.problem("needs " + needed);
                });
            }
        }
    }

    public Optional<YamlNode> get(String key) {
        return Optional.ofNullable(asMap().get(key));
    }

    /** Reads a key that must be there. */
    public YamlNode required(String key) {
        return get(key).orElseThrow(() -> problem("'" + key + "' is missing"));
    }

    @SuppressWarnings("unchecked") // made by YamlFile
    private Map<String, YamlNode> asMap() {
        if (content instanceof Map<?, ?> map) {
            return Collections.unmodifiableMap((Map<String, YamlNode>) map);
        }
        if (plain && "".equals(content)) {
            return Map.of();
        }
        throw wrong("keys with values");
    }

    private InvalidPlanException wrong(String expected) {
        return content instanceof String text
                ? error(text, expected)
                : problem("must be " + expected + ", not " + kind());
    }

    private String kind() {
        return isList() ? "a list" : isMapping() ? "keys with values" : "a text";
    }

    /** Without line ends and other control characters. */
    static String onOneLine(String text) {
        return text.replaceAll("[\\p{Cntrl}\\s]+", " ");
    }

    /** Returns the keys of a reasonable file. */
    static String shownPath(String path) {
        return displayed(path, SHOWN_PATH_CHARACTERS);
    }

    /** On one line, and not too long. */
    private static String displayed(String value) {
        return displayed(value.strip(), SHOWN_CHARACTERS);
    }

    private static String displayed(String value, int most) {
        String line = onOneLine(value);
        return line.length() <= most ? line : line.substring(0, most) + "…";
    }
}
