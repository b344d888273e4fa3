// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.json;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonNumberTest {

    @ParameterizedTest
    @ValueSource(strings = {"1e999999999", "-1e999999999", "\"1e999999999\"", "\"1e999\"", "NaN", "null", "[1]"})
    @Timeout(10)
    void rejectsAllButFiniteNumbers(String value) {
        assertThatIllegalArgumentException().isThrownBy(() -> JsonNumber.at("/a", "{\"a\":" + value + "}"));
    }
}
