// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.json;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An object of foreign JSON: a missing value, or one of another type, is absent, and never a failure. */
public final class JsonObject {

    private static final JsonMapper MAPPER = BoundedJson.mapper().build();
    private static final int MAX_NUMBER = 19;
    private static final double MAX_EXACT_DOUBLE = 1L << 53;

    /** In Avro's JSON a value of a union is an object with its type: {@code {"long":5}}. */
    private static final Set<String> AVRO_TYPES =
            Set.of("boolean", "int", "long", "float", "double", "bytes", "string");

    private final JsonNode node;

    private JsonObject(JsonNode node) {
        this.node = node;
    }

    /**
     * Reads an object.
     *
     * @param text the whole text
     * @return the object; empty if the text is no JSON, something else than an object, or followed by more
     */
    public static Optional<JsonObject> parse(String text) {
        try {
            JsonNode tree = MAPPER.readTree(text);
            return tree == null ? Optional.empty() : of(tree);
        } catch (JacksonException e) {
            return Optional.empty(); // the caller reports the line
        }
    }

    /**
     * Reads an array.
     *
     * @param text the whole text
     * @return the elements, each as JSON or, if it is a string, as its text; empty if the text is not an array
     */
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

    private static JsonNode withoutUnion(JsonNode value) {
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

    /** Returns true if a property is an object or an array that is not empty. */
    public boolean hasContent(String name) {
        return !node.path(name).isEmpty();
    }

    /** Finds a property as text: a string as it is, everything else as JSON, {@code null} as well; empty if it is absent. */
    public Optional<String> content(String name) {
        return has(name) ? Optional.of(content(node.path(name))) : Optional.empty();
    }

    /** Returns true if there is a property, be it {@code null}. */
    public boolean has(String name) {
        return node.has(name);
    }

    public boolean isNull(String name) {
        return node.path(name).isNull();
    }

    public boolean isArray(String name) {
        return node.path(name).isArray();
    }

    /** Finds the object that is a property, also if it is written as JSON in a string. */
    public Optional<JsonObject> object(String name) {
        JsonNode value = node.path(name);
        return value.isString() && value.stringValue().startsWith("{") ? parse(value.stringValue()) : of(value);
    }

    /** Finds the row that is a property, also inside a union of Avro's JSON: {@code {"shop.t.Value":{"id":7}}}. */
    public Optional<JsonObject> row(String name) {
        Optional<JsonObject> found = object(name);
        return found.filter(row -> row.node.size() == 1)
                .map(row -> row.node.iterator().next())
                .filter(inner -> !isUnion(inner))
                .flatMap(JsonObject::of)
                .or(() -> found);
    }

    /** Lists the objects in an array property; other elements are left out. */
    public List<JsonObject> objects(String name) {
        List<JsonObject> found = new ArrayList<>();
        for (JsonNode element : node.path(name)) {
            of(element).ifPresent(found::add);
        }
        return found;
    }

    /** Lists the scalars of the array that is a property, as text. */
    public List<String> texts(String name) {
        List<String> found = new ArrayList<>();
        JsonNode array = node.path(name);
        if (array.isArray()) {
            array.forEach(element -> found.add(text(element)));
        }
        return found;
    }

    /** Finds a scalar as text; empty text if there is none. */
    public String text(String name) {
        return text(node.path(name));
    }

    /** Lists the object's scalars as text, in its order. */
    public List<String> texts() {
        List<String> found = new ArrayList<>();
        node.forEach(value -> found.add(text(value)));
        return found;
    }

    private static String text(JsonNode given) {
        JsonNode value = withoutUnion(given);
        return value.isString() ? value.stringValue() : value.isValueNode() && !value.isNull() ? value.toString() : "";
    }

    /**
     * Finds a whole number that is not negative, also in quotes, in a union of Avro's JSON, or as {@code 5.0} up to 2^53.
     *
     * @param otherwise the result if there is none
     */
    public long number(String name, long otherwise) {
        JsonNode value = withoutUnion(node.path(name));
        if (value.isIntegralNumber() && value.canConvertToLong()) {
            return value.longValue() < 0 ? otherwise : value.longValue();
        }
        if (value.isNumber() && !value.isIntegralNumber()) {
            double number = value.doubleValue();
            boolean isExact = number >= 0 && number <= MAX_EXACT_DOUBLE && number == Math.rint(number);
            return isExact ? (long) number : otherwise;
        }
        return value.isString() ? wholeDecimal(value.stringValue(), otherwise) : otherwise;
    }

    /**
     * Reads a whole number that is not negative.
     *
     * @param otherwise the result for any other text, and for a number of more than 63 bits
     */
    public static long wholeNumber(String text, long otherwise) {
        if (text.isEmpty() || text.length() > MAX_NUMBER) {
            return otherwise;
        }
        long number = 0;
        for (int i = 0; i < text.length(); i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return otherwise;
            }
            number = 10 * number + digit;
        }
        return number < 0
                ? otherwise
                : number; // at most 19 digits, and at most twice the maximum, so that an overflow changes the sign
    }

    /** Reads a whole number, also with zero decimals: {@code 5.0}. */
    public static long wholeDecimal(String text, long otherwise) {
        return wholeNumber(text.replaceFirst("\\.0+$", ""), otherwise);
    }

    @Override
    public String toString() {
        return node.toString();
    }
}
