// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.access;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class QuotedTest {

    @Test
    void escapesNames() {
        assertThat(Quoted.name("t")).isEqualTo("`t`");
        assertThat(Quoted.name("a`; DROP TABLE b; `")).isEqualTo("`a``; DROP TABLE b; ```");
    }

    @Test
    void escapesTexts() {
        assertThat(Quoted.text("binlog.000001")).isEqualTo("'binlog.000001'");
        assertThat(Quoted.text("a' OR '1")).isEqualTo("'a'' OR ''1'");
        assertThat(Quoted.text("a\\")).isEqualTo("_utf8mb4 X'615c'");
        assertThat(Quoted.text("\\'; KILL 1")).isEqualTo("_utf8mb4 X'5c273b204b494c4c2031'");
    }
}
