// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;
import org.junit.jupiter.api.Test;

final class EmbeddedReadersIT extends ReadersContract {

    @Override
    TestServer start() {
        return EmbeddedTestServer.shared("max_allowed_packet=67108864", "log_bin_compress=0");
    }

    /** Only MariaDB has compressed rows events. */
    @Test
    void reportsCompressedEventsUnknownToConnector() {
        RunResult result = assertSameCountsOf(
                "SET GLOBAL log_bin_compress = 1",
                "CREATE TABLE packed (id INT PRIMARY KEY, value VARCHAR(2000))",
                "INSERT INTO packed VALUES (1, REPEAT('x', 2000))",
                "DROP TABLE packed",
                "SET GLOBAL log_bin_compress = 0");
        assertThat(argument(result, Code.CONNECTOR_SKIPPED_EVENTS, "count")).isEqualTo(1L);
        assertThat(result.verdict().status()).isEqualTo(Verdict.Status.NOT_CHECKED);
        assertThat(result.verdict().reason()).contains("; the connector left out changes: see the notes");
        assertThat((String) argument(result, Code.CONNECTOR_SKIPPED_EVENTS, "first"))
                .startsWith("WRITE_ROWS_COMPRESSED_V1 event");
    }

    /** Only MariaDB has compressed columns. */
    @Test
    void reportsRowsConnectorCannotDeserialize() {
        RunResult result = assertSameCountsOf(
                "CREATE TABLE packed (id INT PRIMARY KEY, value VARCHAR(2000) COMPRESSED)",
                "INSERT INTO packed VALUES (1, REPEAT('x', 2000))",
                "DROP TABLE packed");
        // the TABLE_MAP event and the rows event
        assertThat(argument(result, Code.CONNECTOR_SKIPPED_EVENTS, "count")).isEqualTo(2L);
        assertThat((String) argument(result, Code.CONNECTOR_SKIPPED_EVENTS, "first"))
                .contains("TABLE_MAP");
    }
}
