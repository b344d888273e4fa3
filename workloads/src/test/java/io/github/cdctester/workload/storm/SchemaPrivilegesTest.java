// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.storm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SchemaPrivilegesTest {

    @ParameterizedTest
    @CsvSource({
        "*, a_b, true",
        "`a_b`, a_b, true",
        "`a_b`, axb, true",
        "`a\\_b`, a_b, true",
        "`a\\_b`, axb, false",
        "`a%`, abc, true",
        "`a``b`, a`b, true",
        "\"A\", a, true",
        "`a.c`, abc, false",
        "plain, plain, true",
        "pla%, plain, true",
        "`other`, a_b, false"
    })
    void matchesSchema(String granted, String schema, boolean isIncluded) {
        assertThat(SchemaPrivileges.includes(granted, schema)).isEqualTo(isIncluded);
    }
}
