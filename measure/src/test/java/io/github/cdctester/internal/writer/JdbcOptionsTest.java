// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Endpoint.JdbcDriver;
import io.github.cdctester.failure.RunFailedException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The class path contains no driver. The suites in {@code src/test} test the real drivers. */
class JdbcOptionsTest {

    @ParameterizedTest
    @CsvSource({
        "AUTO, org.mariadb.jdbc:mariadb-java-client or com.mysql:mysql-connector-j",
        "MARIADB, org.mariadb.jdbc:mariadb-java-client",
        "CONNECTOR_J, com.mysql:mysql-connector-j"
    })
    void errorNamesMissingDriver(JdbcDriver driver, String expected) {
        Endpoint endpoint =
                Endpoint.of("jdbc:mysql://db/test", "root", "s3cret").withJdbcDriver(driver);
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> JdbcOptions.of(endpoint, true))
                .withMessageContaining("class path")
                .withMessageContaining(expected.split(" ")[0]);
    }
}
