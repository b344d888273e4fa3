// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.cdctester.failure.InvalidPlanException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StartPositionTest {

    @ParameterizedTest
    @CsvSource({
        "binlog.000003:157, binlog.000003, 157",
        "binlog.000003:4, binlog.000003, 4",
        "binlog.000003:4294967295, binlog.000003, 4294967295",
        "odd:name.000003:0157, odd:name.000003, 157"
    })
    void readsFileAndPosition(String text, String file, long position) {
        assertThat(StartPosition.parse(text)).isEqualTo(new StartPosition.At(file, position));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "binlog.000003",
                ":157",
                "binlog.000003:",
                "binlog.000003:abc",
                "binlog.000003:-4",
                "binlog.000003:3",
                "binlog.000003:4294967296",
                "binlog.000003:9223372036854775808",
                "binlog.000003:99999999999999999999"
            })
    void rejectsInvalidText(String text) {
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(() -> StartPosition.parse(text))
                .extracting(InvalidPlanException::property)
                .isEqualTo("from");
    }

    @Test
    void defaultsToCurrentEnd() {
        assertThat(StartPosition.now()).isEqualTo(new StartPosition.Now());
        assertThat(SubscriberSpec.DEFAULT.from()).isEqualTo(StartPosition.now());
    }
}
