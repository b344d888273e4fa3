// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.cdctester.failure.InvalidPlanException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StartAtGtidsTest {

    private static final String UUID = "3e11fa47-71ca-11e1-9e33-c80aa9429562";

    @ParameterizedTest
    @CsvSource({
        "':1', ':1'",
        "':1-5:7', ':1-5:7'",
        "':1-5:tag:1-3:_2:9', ':1-5:tag:1-3:_2:9'",
        "':TAG:1', ':tag:1'",
        "' : 1 - 5 :\n tag : 3 ', ':1-5:tag:3'"
    })
    void readsGtidSet(String text, String expected) {
        StartPosition start = StartPosition.parse("  " + UUID.toUpperCase() + text);
        assertThat(start)
                .isEqualTo(new StartPosition.AtGtidSet(UUID + expected))
                .hasToString(UUID + expected);
        assertThat(((StartPosition.AtGtidSet) start).isMariaDb()).isFalse();
    }

    @Test
    void readsSeveralSources() {
        String secondSource = "ffffffff-71ca-11e1-9e33-c80aa9429562:4";
        assertThat(StartPosition.parse(UUID + ":1-5,\n" + secondSource + "\n"))
                .isEqualTo(new StartPosition.AtGtidSet(UUID + ":1-5," + secondSource));
    }

    @ParameterizedTest
    @CsvSource({
        "0-1-100, 0-1-100",
        "'0-1-100, 4294967295-2-18446744073709551615', '0-1-100,4294967295-2-18446744073709551615'"
    })
    void readsGtidsOfMariaDb(String text, String expected) {
        StartPosition start = StartPosition.parse(text);
        assertThat(start).isEqualTo(new StartPosition.AtGtidSet(expected));
        assertThat(((StartPosition.AtGtidSet) start).isMariaDb()).isTrue();
    }

    @Test
    void readsSetsOfAnySize() {
        StringBuilder text = new StringBuilder(UUID);
        for (int i = 0; i < 200_000; i++) {
            text.append(':').append(3 * i + 1);
        }
        assertThat(StartPosition.parse(text.toString())).hasToString(text.toString());
        assertThatExceptionOfType(InvalidPlanException.class).isThrownBy(() -> StartPosition.parse(text + ":x"));
    }

    @Test
    void readsKeywordsAndPosition() {
        assertThat(StartPosition.parse("now")).isEqualTo(StartPosition.now());
        assertThat(StartPosition.parse("earliest")).isEqualTo(StartPosition.earliest());
        assertThat(StartPosition.parse("binlog.000003:157")).hasToString("binlog.000003:157");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "later",
                UUID,
                UUID + ":",
                UUID + ":tag",
                UUID + ":tag:",
                UUID + ":1,",
                "," + UUID + ":1",
                UUID + ":1 2",
                UUID + ":1--2",
                UUID + ":1a:1",
                UUID + ":0",
                UUID + ":5-3",
                UUID + ":1-9223372036854775807",
                UUID + ":1:tag",
                "0-1",
                "0-1-2-3",
                "0-1-2,",
                "0-1-2 0-1-3",
                "0-1-2," + UUID + ":1"
            })
    void rejectsInvalidText(String text) {
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(() -> StartPosition.parse(text))
                .withMessageStartingWith(text.isBlank() ? "from: empty, must be 'now'" : "from: " + text + ", must")
                .extracting(InvalidPlanException::property)
                .isEqualTo("from");
        assertThatExceptionOfType(InvalidPlanException.class).isThrownBy(() -> new StartPosition.AtGtidSet(text));
    }
}
