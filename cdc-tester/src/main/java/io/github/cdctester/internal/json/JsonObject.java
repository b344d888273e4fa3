// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.json;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An object of JSON that somebody else wrote: whatever is not there, or is of another type, is absent, and never a failure. */
public final class JsonObject {

    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final int LONGEST_NUMBER = 19;

    private final JsonNode node;

    private JsonObject(JsonNode node) {
        this.node = node;
    }

    /**
     * Reads an object.
     *
     * @param text the whole text
     * @return the object; empty where the text is no JSON, something else than an object, or followed by more
     */
    public static Optional<JsonObject> parse(String text) {
        try {
            JsonNode tree = MAPPER.readTree(text);
            return tree == null ? Optional.empty() : of(tree);
        } catch (JacksonException e) {
            return Optional.empty(); // the caller knows the line, and says so
        }
    }

    private static Optional<JsonObject> of(JsonNode node) {
        return node.isObject() ? Optional.of(new JsonObject(node)) : Optional.empty();
    }

    /** Whether there is a property, be it {@code null}. */
    public boolean has(String name) {
        return node.has(name);
    }

    /** Whether a property is an array. */
    public boolean isArray(String name) {
        return node.path(name).isArray();
    }

    /** Finds the object that is a property. */
    public Optional<JsonObject> object(String name) {
        return of(node.path(name));
    }

    /** Lists the objects of the array that is a property; those of its elements that are none are left out. */
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

    /** Finds a scalar as text; empty text where there is none. */
    public String text(String name) {
        return text(node.path(name));
    }

    /** Lists the object's scalars as text, in its order. */
    public List<String> texts() {
        List<String> found = new ArrayList<>();
        node.forEach(value -> found.add(text(value)));
        return found;
    }

    private static String text(JsonNode value) {
        return value.isString() ? value.stringValue() : value.isValueNode() && !value.isNull() ? value.toString() : "";
    }

    /**
     * Finds a whole number that is not negative, be it in quotes.
     *
     * @param otherwise what is told where there is none
     */
    public long number(String name, long otherwise) {
        @Nullable JsonNode value = node.get(name);
        if (value == null) {
            return otherwise;
        }
        if (value.isIntegralNumber() && value.canConvertToLong()) {
            return value.longValue() < 0 ? otherwise : value.longValue();
        }
        return value.isString() ? wholeNumber(value.stringValue(), otherwise) : otherwise;
    }

    /**
     * Reads a whole number that is not negative.
     *
     * @param otherwise what is told of any other text, and of a number of more than 63 bits
     */
    public static long wholeNumber(String text, long otherwise) {
        if (text.isEmpty() || text.length() > LONGEST_NUMBER) {
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
        return number < 0 ? otherwise : number; // of 19 digits, at most twice of what fits, so it is seen by its sign
    }

    @Override
    public String toString() {
        return node.toString();
    }
}
