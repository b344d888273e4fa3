// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.json;

import io.github.cdctester.internal.text.PlainText;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads a number from another program's JSON document. */
public final class JsonNumber {

    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final int MAX_DISPLAYED_CHARACTERS = 40;

    private JsonNumber() {}

    /**
     * The number may be in quotes.
     *
     * @param pointer path of the number (RFC 6901); empty for the document itself
     * @throws IllegalArgumentException with the reason, if the document is not JSON, or contains no number at the path
     */
    public static double at(String pointer, String json) {
        JsonNode value;
        try {
            value = MAPPER.readTree(json).at(JsonPointer.compile(pointer));
        } catch (JacksonException e) {
            throw new IllegalArgumentException("the answer is not JSON: " + PlainText.line(e.getOriginalMessage()), e);
        }
        if (value.isMissingNode()) {
            throw new IllegalArgumentException("there is nothing at " + pointer);
        }
        if (value.isNumber() && Double.isFinite(value.doubleValue())) {
            return value.doubleValue();
        }
        if (value.isString() && value.stringValue().matches("[-+]?\\d{1,300}(\\.\\d{1,300})?([eE][-+]?\\d{1,3})?")) {
            double number = Double.parseDouble(value.stringValue());
            if (Double.isFinite(number)) {
                return number;
            }
        }
        String displayedValue = PlainText.line(value.toString());
        throw new IllegalArgumentException("there is no number at " + pointer + ", but "
                + (displayedValue.length() <= MAX_DISPLAYED_CHARACTERS
                        ? displayedValue
                        : displayedValue.substring(0, MAX_DISPLAYED_CHARACTERS) + "…"));
    }
}
