// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JacksonException;

class BoundedJsonTest {

    /** Without the limit, 15 MB of JSON would become 500 MB of objects. */
    @Test
    void limitsNumberOfValues() {
        String arrays = "[" + "[],".repeat(5_000_000) + "[]]";

        assertThatThrownBy(() -> BoundedJson.mapperBuilder().build().readTree(arrays))
                .isInstanceOf(JacksonException.class)
                .hasMessageContaining("Token count");
        assertThat(JsonObject.parse("{\"a\":" + arrays + "}")).isEmpty();
        assertThat(JsonObject.parse("{\"a\":".repeat(10_000) + "1" + "}".repeat(10_000)))
                .isEmpty();
    }

    @Test
    void escapesTerminalControlCharacters() {
        String text = "a\u009b31m\u202eb\u2028\u007f\u001b\u200b é 漢 😀";

        String json = BoundedJson.terminalMapperBuilder().build().writeValueAsString(Map.of("t\u202e", text));

        assertThat(json.toLowerCase())
                .isEqualTo("{\"t\\u202e\":\"a\\u009b31m\\u202eb\\u2028\\u007f\\u001b\\u200b é 漢 😀\"}");
        assertThat(BoundedJson.mapperBuilder()
                        .build()
                        .readTree(json)
                        .path("t\u202e")
                        .stringValue())
                .isEqualTo(text);
    }
}
