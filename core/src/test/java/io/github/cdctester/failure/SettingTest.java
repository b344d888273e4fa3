// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.failure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SettingTest {

    @Test
    void usesLibraryNamesByDefault() {
        assertThat(new RunFailedException(Setting.SSL_CA + " ca.pem does not exist"))
                .hasMessage("sslCa ca.pem does not exist");
        assertThat("run " + Setting.CLEANUP.of("tpcc") + " first, or " + Setting.DROP_FOREIGN_TABLES)
                .isEqualTo("run cleanup() of tpcc first, or dropForeignTables()");
    }
}
