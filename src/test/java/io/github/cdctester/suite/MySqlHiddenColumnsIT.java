// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.suite.server.MySqlTestServer;
import io.github.cdctester.suite.server.RequiresDocker;
import io.github.cdctester.suite.server.TestServer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests generated primary keys, invisible columns, and functional indexes. */
@Nightly
@RequiresDocker
final class MySqlHiddenColumnsIT extends HiddenColumnsContract {

    @Override
    TestServer start() {
        return MySqlTestServer.shared(
                "sql_generate_invisible_primary_key=ON", "show_gipk_in_create_table_and_information_schema=OFF");
    }

    @Override
    Map<String, List<String>> tables() {
        return Map.of(
                "CREATE TABLE t (c INT, d INT)", List.of("my_row_id", "c", "d"),
                "CREATE TABLE t (id INT PRIMARY KEY, c VARCHAR(9), KEY ((UPPER(c))))", List.of("id", "c"),
                "CREATE TABLE t (id INT PRIMARY KEY, h INT DEFAULT 5 INVISIBLE, c INT)", List.of("id", "h", "c"));
    }

    @Test
    void replaysTableWithGeneratedKey() {
        assertReplayed("CREATE TABLE t (id INT, c VARCHAR(90), d INT, n INT)");
    }

    @Test
    void replaysTableWithFunctionalIndex() {
        assertReplayed("CREATE TABLE t (id INT PRIMARY KEY, c VARCHAR(90), d INT, n INT, UNIQUE KEY ((UPPER(c))))");
    }
}
