// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.json;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An object in another program's JSON. A value of an unexpected type is treated as missing. */
public final class JsonObject {

    private static final JsonMapper MAPPER = BoundedJson.mapperBuilder().build();
    private static final int MAX_NUMBER_DIGITS = 19;
    private static final double MAX_EXACT_DOUBLE = 1L << 53;

    /** Avro writes a union's value as an object with its type as key: {@code {"long":5}}. */
    private static final Set<String> AVRO_TYPES =
            Set.of("boolean", "int", "long", "float", "double", "bytes", "string");

    private final JsonNode node;

    private JsonObject(JsonNode node) {
        this.node = node;
    }

    /** Returns empty if the text is not exactly one JSON object. */
    public static Optional<JsonObject> parse(String text) {
        try {
            JsonNode tree = MAPPER.readTree(text);
            return tree == null ? Optional.empty() : of(tree);
        } catch (JacksonException e) {
            return Optional.empty(); // the caller reports the line
        }
    }

    /** Returns strings as plain text, other values as JSON; empty if the text is not an array. */
    public static Optional<List<String>> elements(String text) {
        try {
            JsonNode tree = MAPPER.readTree(text);
            return tree != null && tree.isArray()
                    ? Optional.of(tree.valueStream().map(JsonObject::content).toList())
                    : Optional.empty();
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }

    private static Optional<JsonObject> of(JsonNode node) {
        return node.isObject() ? Optional.of(new JsonObject(node)) : Optional.empty();
    }

    private static String content(JsonNode value) {
        return value.isString() ? value.stringValue() : value.toString();
    }

    private static JsonNode unwrapUnion(JsonNode value) {
        return isUnion(value) ? value.iterator().next() : value;
    }

    private static boolean isUnion(JsonNode value) {
        return value.isObject()
                && value.size() == 1
                && value.iterator().next().isValueNode()
                && AVRO_TYPES.contains(value.propertyNames().iterator().next());
    }

    public List<String> names() {
        return List.copyOf(node.propertyNames());
    }

    /** Returns true for a nonempty object or array. */
    public boolean hasContent(String name) {
        return !node.path(name).isEmpty();
    }

    /** Returns a string as plain text, any other value, including {@code null}, as JSON. Empty if the property is missing. */
    public Optional<String> content(String name) {
        return has(name) ? Optional.of(content(node.path(name))) : Optional.empty();
    }

    /** Returns true even for the value {@code null}. */
    public boolean has(String name) {
        return node.has(name);
    }

    public boolean isNull(String name) {
        return node.path(name).isNull();
    }

    public boolean isArray(String name) {
        return node.path(name).isArray();
    }

    /** Also reads an object that is written as JSON in a string. */
    public Optional<JsonObject> object(String name) {
        JsonNode value = node.path(name);
        return value.isString() && value.stringValue().startsWith("{") ? parse(value.stringValue()) : of(value);
    }

    /** The row may be in a union of Avro's JSON: {@code {"shop.t.Value":{"id":7}}}. */
    public Optional<JsonObject> row(String name) {
        Optional<JsonObject> result = object(name);
        return result.filter(row -> row.node.size() == 1)
                .map(row -> row.node.iterator().next())
                .filter(inner -> !isUnion(inner))
                .flatMap(JsonObject::of)
                .or(() -> result);
    }

    /** Skips elements that are not objects. */
    public List<JsonObject> objects(String name) {
        List<JsonObject> result = new ArrayList<>();
        for (JsonNode element : node.path(name)) {
            of(element).ifPresent(result::add);
        }
        return result;
    }

    /** Uses an empty text for {@code null}, objects and arrays. */
    public List<String> texts(String name) {
        List<String> result = new ArrayList<>();
        JsonNode array = node.path(name);
        if (array.isArray()) {
            array.forEach(element -> result.add(text(element)));
        }
        return result;
    }

    /** Returns an empty text if there is no scalar. */
    public String text(String name) {
        return text(node.path(name));
    }

    /** In order; an empty text stands for {@code null}, objects and arrays. */
    public List<String> texts() {
        List<String> result = new ArrayList<>();
        node.forEach(value -> result.add(text(value)));
        return result;
    }

    private static String text(JsonNode property) {
        JsonNode value = unwrapUnion(property);
        return value.isString() ? value.stringValue() : value.isValueNode() && !value.isNull() ? value.toString() : "";
    }

    /**
     * Nonnegative. The number may be in quotes, in a union of Avro's JSON, or written as {@code 5.0} (up to 2^53). Returns
     * {@code fallback} for anything else.
     */
    public long number(String name, long fallback) {
        JsonNode value = unwrapUnion(node.path(name));
        if (value.isIntegralNumber() && value.canConvertToLong()) {
            return value.longValue() < 0 ? fallback : value.longValue();
        }
        if (value.isNumber() && !value.isIntegralNumber()) {
            double number = value.doubleValue();
            boolean isExact = number >= 0 && number <= MAX_EXACT_DOUBLE && number == Math.rint(number);
            return isExact ? (long) number : fallback;
        }
        return value.isString() ? wholeDecimal(value.stringValue(), fallback) : fallback;
    }

    /** Nonnegative. Returns {@code fallback} for any other text, and for numbers of more than 63 bits. */
    public static long wholeNumber(String text, long fallback) {
        if (text.isEmpty() || text.length() > MAX_NUMBER_DIGITS) {
            return fallback;
        }
        long number = 0;
        for (int i = 0; i < text.length(); i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return fallback;
            }
            number = 10 * number + digit;
        }
        return number < 0 ? fallback : number; // a number of 19 digits is below 2^64, so an overflow makes it negative
    }

    /** Nonnegative, with or without zero decimals: {@code 5} or {@code 5.0}. */
    public static long wholeDecimal(String text, long fallback) {
        return wholeNumber(text.replaceFirst("\\.0+$", ""), fallback);
    }

    @Override
    public String toString() {
        return node.toString();
    }
}
