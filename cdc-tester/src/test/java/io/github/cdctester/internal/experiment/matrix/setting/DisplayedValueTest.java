// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix.setting;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.experiment.matrix.setting.SettingCheck.DisplayedValue;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that a requested value and the value that the server displays are compared regardless of their notation. */
final class DisplayedValueTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "ON | 1 | EQUAL",
                "'on' | 'ON' | EQUAL",
                "TRUE | 0 | DIFFERENT",
                "0 | 'OFF' | EQUAL",
                "1 | 'OFF' | DIFFERENT",
                "OFF | 'OFF_PERMISSIVE' | DIFFERENT",
                "3 | 'ON' | EQUAL",
                "2 | 'NO' | EQUAL",
                "row | 'ROW' | EQUAL",
                "'ROW' | 'MIXED' | DIFFERENT",
                "3.5 | 3.500000 | EQUAL",
                "1 | 32768 | DIFFERENT",
                "5 | 10 | DIFFERENT",
                "5000000 | 4999168 | SIMILAR",
                "'TRADITIONAL' | 'STRICT_ALL_TABLES,TRADITIONAL' | EQUAL",
                "'index_merge=off' | 'index_merge=off,mrr=on' | EQUAL",
                "'' | 'ANSI' | DIFFERENT",
                "'FILE,TABLE' | 'TABLE,FILE' | EQUAL",
                "utf8 | 'utf8mb3' | EQUAL"
            })
    void comparesValuesRegardlessOfNotation(String requested, String displayed, DisplayedValue expected) {
        assertThat(DisplayedValue.of(requested, displayed, displayed)).isEqualTo(expected);
    }

    @Test
    void changedTextIsSimilar() {
        assertThat(DisplayedValue.of("'+0:00'", "'+00:00'", "'SYSTEM'")).isEqualTo(DisplayedValue.SIMILAR);
    }

    @ParameterizedTest
    @CsvSource({
        "--performance-schema=ON, performance_schema, ON",
        "--loose-skip-x, x, OFF",
        "--innodb_buffer_pool_size=64M, innodb_buffer_pool_size, 67108864",
        "--max-connections=2k, max_connections, 2048",
        "--max-binlog-size=16E, max_binlog_size, 18446744073709551616",
        "--back-log=10000000000000000000K, back_log, 10240000000000000000000",
        "--tmpdir=/a/M, tmpdir, /a/M",
        "--slow-query-log, slow_query_log, ON"
    })
    void mapsOptionToVariable(String option, String variable, String value) {
        ServerOption serverOption =
                ServerOption.lastOption(List.of(option), variable).orElseThrow();
        assertThat(serverOption.value()).isEqualTo(value);
    }

    @Test
    void prefersVariableWithPrefix() {
        assertThat(ServerOption.readings("--loose-skip-name-resolve"))
                .containsExactly(
                        new ServerOption("skip_name_resolve", "ON", true),
                        new ServerOption("name_resolve", "OFF", true));
        assertThat(ServerOption.readings("--enable_x=2K"))
                .containsExactly(new ServerOption("enable_x", "2048", false), new ServerOption("x", "2048", false));
        assertThat(ServerOption.readings("name=1")).isEmpty();
    }
}
