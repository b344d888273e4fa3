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
 * A text, a list, or keys with values. Reading a node as another type throws {@link InvalidPlanException} with file, line, key path
 * and a valid example.
 */
public final class YamlNode {

    private static final int MAX_VALUE_CHARACTERS = 60;
    private static final int MAX_PATH_CHARACTERS = 400;

    private final Position position;
    private final Object content;
    private final boolean isPlain;

    YamlNode(Position position, Object content, boolean isPlain) {
        this.position = position;
        this.content = content;
        this.isPlain = isPlain;
    }

    /**
     * @param label name of the document
     * @param line from 1
     * @param path path of keys, for example {@code tables.account.rows}; empty for the root
     */
    record Position(String label, int line, String path) {

        String under(String key) {
            return path.isEmpty() ? key : path + "." + key;
        }

        @Override
        public String toString() {
            return label + ":" + line + (path.isEmpty() ? "" : ": " + shortPath(path));
        }
    }

    public String fileAndLine() {
        return position.label() + ":" + position.line();
    }

    public InvalidPlanException error(Object value, String expected) {
        String text = String.valueOf(value);
        String quotedText = text.startsWith("'") ? text : "'" + shorten(text) + "'";
        return problem((isWrittenInFile(text) ? quotedText : shorten(text) + ",") + " must be " + expected);
    }

    private boolean isWrittenInFile(String text) {
        return text.startsWith("'")
                || isList()
                || content instanceof String original && original.strip().equals(text.strip());
    }

    public InvalidPlanException problem(String sentence) {
        return new InvalidPlanException(position.toString(), sentence);
    }

    public boolean isMapping() {
        return content instanceof Map;
    }

    public boolean isList() {
        return content instanceof List;
    }

    /** YAML may treat an unquoted text as a number, {@code true} or {@code null}. */
    public boolean isPlain() {
        return isPlain;
    }

    /** Creates a text node for a missing key, with this node's line. */
    YamlNode withDefault(String key, String text) {
        return new YamlNode(new Position(position.label(), position.line(), position.under(key)), text, true);
    }

    /**
     * Reports an {@link InvalidPlanException} for this node, or for the key of the exception's property: {@code settleTimeout} is
     * the key {@code settle-timeout}.
     */
    public <T> T withErrorsAtNode(Supplier<T> supplier) {
        try {
            return supplier.get();
        } catch (InvalidPlanException e) {
            if (e.property().indexOf(':') >= 0) {
                throw e; // already contains a position
            }
            String key = YamlBinder.key(e.property());
            Optional<YamlNode> target = isMapping() ? get(key) : Optional.of(this);
            if (e.value().isEmpty()) {
                throw target.map(node -> node.problem(e.expected()))
                        .orElseGet(() -> problem(key + ": " + e.expected()));
            }
            throw target.map(node -> node.error(e.value(), e.expected()))
                    .orElseGet(() -> problem(key + " is " + shorten(e.value()) + ", must be " + e.expected()));
        }
    }

    public String text() {
        if (content instanceof String text) {
            return text;
        }
        throw problem("must be a text, not " + kind());
    }

    public long wholeNumber(long min, long max) {
        String expected = "a whole number from " + min + " to " + max;
        if (content instanceof String text && text.matches("-?\\d{1,18}")) {
            long number = Long.parseLong(text);
            if (number >= min && number <= max) {
                return number;
            }
        }
        throw invalidForm(expected);
    }

    public double number() {
        if (content instanceof String text && text.matches("-?\\d{1,18}(\\.\\d{1,18})?(E-?\\d{1,2})?")) {
            return Double.parseDouble(text);
        }
        throw invalidForm("a number");
    }

    public Duration duration() {
        try {
            return DurationText.parse(text().strip());
        } catch (IllegalArgumentException e) {
            throw error(text(), "a duration such as 500ms, 10s, 5m or 1h, of at most 8760h");
        }
    }

    public String word(String... words) {
        if (content instanceof String text && Arrays.asList(words).contains(text)) {
            return text;
        }
        String suggestion = content instanceof String text ? NearNames.didYouMean(text, Arrays.asList(words)) : "";
        throw invalidForm(String.join(" or ", words) + suggestion);
    }

    /** {@code kindOfName} appears in the message. */
    public String oneOfNames(String kindOfName, Collection<String> names) {
        if (!names.contains(text())) {
            throw error(text(), "one of the " + kindOfName + " " + NearNames.oneOf(text(), names));
        }
        return text();
    }

    public boolean isTrue() {
        return word("true", "false").equals("true");
    }

    public List<YamlNode> elementsOrSelf() {
        return isList() ? elements() : List.of(this);
    }

    public List<YamlNode> elements() {
        if (content instanceof List<?> list && !list.isEmpty()) {
            return list.stream().map(YamlNode.class::cast).toList();
        }
        throw isList() ? problem("empty; give a list") : invalidForm("a list");
    }

    /** Reads keys that the user chooses. Returns them in document order; never empty. */
    public Map<String, YamlNode> entries() {
        Map<String, YamlNode> entries = asMap();
        if (entries.isEmpty()) {
            throw problem("empty; give keys with values");
        }
        return entries;
    }

    public YamlNode rejectKeysExcept(String... keys) {
        asMap().forEach((key, value) -> {
            if (!Arrays.asList(keys).contains(key)) {
                throw value.unknownKey(key, Arrays.asList(keys), "the keys here are " + String.join(", ", keys));
            }
        });
        return this;
    }

    public InvalidPlanException unknownKey(String key, Collection<String> knownKeys, String keyList) {
        String suggestion = NearNames.didYouMean(key, knownKeys);
        return problem("unknown key" + (suggestion.isEmpty() ? "; " + keyList : suggestion));
    }

    /** Throws if none or several of the keys are present. */
    public String oneOf(String... keys) {
        List<String> presentKeys =
                Stream.of(keys).filter(key -> get(key).isPresent()).toList();
        if (presentKeys.size() != 1) {
            throw problem("give one of " + String.join(", ", keys)
                    + (presentKeys.isEmpty() ? "" : "; given are " + String.join(" and ", presentKeys)));
        }
        return presentKeys.get(0);
    }

    public void requireFor(String requiredKey, String... keys) {
        if (get(requiredKey).isEmpty()) {
            for (String key : keys) {
                get(key).ifPresent(value -> {
                    throw value.problem("needs " + requiredKey);
                });
            }
        }
    }

    public Optional<YamlNode> get(String key) {
        return Optional.ofNullable(asMap().get(key));
    }

    public YamlNode required(String key) {
        return get(key).orElseThrow(() -> problem("'" + key + "' is missing"));
    }

    @SuppressWarnings("unchecked") // created by YamlFile
    private Map<String, YamlNode> asMap() {
        if (content instanceof Map<?, ?> map) {
            return Collections.unmodifiableMap((Map<String, YamlNode>) map);
        }
        if (isPlain && "".equals(content)) {
            return Map.of();
        }
        throw invalidForm("keys with values");
    }

    private InvalidPlanException invalidForm(String expected) {
        return content instanceof String text
                ? error(text, expected)
                : problem("must be " + expected + ", not " + kind());
    }

    private String kind() {
        return isList() ? "a list" : isMapping() ? "keys with values" : "a text";
    }

    /** Replaces line breaks, other control characters and spaces by single spaces. */
    static String onOneLine(String text) {
        return text.replaceAll("[\\p{Cntrl}\\s]+", " ");
    }

    static String shortPath(String path) {
        return shorten(path, MAX_PATH_CHARACTERS);
    }

    private static String shorten(String value) {
        return shorten(value.strip(), MAX_VALUE_CHARACTERS);
    }

    private static String shorten(String value, int maxLength) {
        String line = onOneLine(value);
        return line.length() <= maxLength ? line : line.substring(0, maxLength) + "…";
    }
}
