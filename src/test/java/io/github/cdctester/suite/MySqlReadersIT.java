// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.Endpoint.SslMode;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.suite.server.MySqlTestServer;
import io.github.cdctester.suite.server.RequiresDocker;
import io.github.cdctester.suite.server.TestServer;
import org.junit.jupiter.api.Test;

/** Tests MySQL with and without GTIDs. */
@Nightly
@RequiresDocker
final class MySqlReadersIT extends ReadersContract {

    @Override
    TestServer start() {
        return MySqlTestServer.shared("max_allowed_packet=67108864");
    }

    @Test
    void measuresLoadThroughTls() {
        measureLoad(SslMode.REQUIRED);
    }

    @Test
    void reportsPayloadsAndTagsUnknownToConnector() {
        RunResult result = assertSameCountsOf(
                "SET SESSION binlog_transaction_compression = ON",
                "SET SESSION gtid_next = 'AUTOMATIC:mine'",
                "CREATE TABLE packed (id INT PRIMARY KEY, value VARCHAR(2000), doc JSON)",
                "INSERT INTO packed VALUES (1, REPEAT('x', 2000), '{\"a\": 1, \"b\": \"xxxxxxxxxxxxxxxxxxxx\"}')",
                "INSERT INTO packed VALUES (2, REPEAT('y', 2000), NULL)",
                "DROP TABLE packed");
        assertThat(argument(result, Code.READ_BY_CONNECTOR, "payloads")).isEqualTo(2L);
        assertThat(argument(result, Code.READ_BY_CONNECTOR, "taggedGtids")).isEqualTo(4L);
        assertThat(result.verdict().status()).isEqualTo(Verdict.Status.LOSSLESS);
    }

    @Test
    void reportsPartialUpdatesUnknownToConnector() {
        RunResult result = assertSameCountsOf(
                "SET SESSION binlog_row_value_options = PARTIAL_JSON",
                "CREATE TABLE partial (id INT PRIMARY KEY, doc JSON)",
                "INSERT INTO partial VALUES (1, JSON_OBJECT('a', 1, 'b', REPEAT('x', 200)))",
                "UPDATE partial SET doc = JSON_SET(doc, '$.a', 2)",
                "DROP TABLE partial");
        assertThat(argument(result, Code.CONNECTOR_SKIPPED_EVENTS, "count")).isEqualTo(1L);
        assertThat(result.verdict().status()).isEqualTo(Verdict.Status.NOT_CHECKED);
    }

    @Test
    void countsAreEqualWithoutGtids() {
        server.close();
        server = MySqlTestServer.sharedWithoutGtids();
        try {
            readersCountSameEvents(BinlogKind.OLTP);
        } finally {
            server.close();
            server = start();
        }
    }
}
