// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The filters are in SHOW BINARY LOG STATUS (MASTER STATUS). */
class LogFilterTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | '' | ''",
                "'' | sbtest | binlog-ignore-db=sbtest",
                "'' | mysql,sbtest | binlog-ignore-db=mysql,sbtest",
                "'' | SbTest | ''",
                "SbTest | '' | binlog-do-db=SbTest",
                "'' | mysql | ''",
                "sbtest | '' | ''",
                "a,sbtest | sbtest | ''",
                "a | '' | binlog-do-db=a",
                "sbtest2 | '' | binlog-do-db=sbtest2"
            })
    void namesOptionThatExcludesDatabase(String includedNames, String ignoredNames, String filter) {
        List<String> status = List.of("binlog.000001", "157", includedNames, ignoredNames, "");
        assertThat(ServerInspector.logFilter("sbtest", status, false)).isEqualTo(filter);
    }

    /** MySQL with {@code lower_case_table_names=1}. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"'' | SbTest | binlog-ignore-db=SbTest", "SbTest | '' | ''", "sbtest2 | '' | binlog-do-db=sbtest2"
            })
    void ignoresCaseLikeServer(String includedNames, String ignoredNames, String filter) {
        List<String> status = List.of("binlog.000001", "157", includedNames, ignoredNames, "");
        assertThat(ServerInspector.logFilter("sbtest", status, true)).isEqualTo(filter);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"'' | '' | ''", "'' | mysql | ''"})
    void findsNoFilterWithoutDatabase(String includedNames, String ignoredNames, String filter) {
        List<String> status = List.of("binlog.000001", "157", includedNames, ignoredNames, "");
        assertThat(ServerInspector.logFilter("", status, false)).isEqualTo(filter);
    }

    @ParameterizedTest
    @CsvSource({"2", "3"})
    void findsNoFilterWithoutFilterColumns(int columns) {
        assertThat(ServerInspector.logFilter(
                        "sbtest", List.of("log.1", "4", "x", "").subList(0, columns), false))
                .isEmpty();
    }
}
