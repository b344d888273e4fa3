// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** MariaDB creates hidden columns for unique hash indexes and for system versioning. */
final class EmbeddedHiddenColumnsIT extends HiddenColumnsContract {

    private static final String TABLE_WITH_HASH_INDEXES =
            "CREATE TABLE t (id INT PRIMARY KEY, c TEXT, d INT, UNIQUE KEY (c) USING HASH, UNIQUE KEY (d) USING HASH)";

    @Override
    TestServer start() {
        return EmbeddedTestServer.shared();
    }

    @Override
    Map<String, List<String>> tables() {
        return Map.of(
                TABLE_WITH_HASH_INDEXES,
                List.of("id", "c", "d"),
                "CREATE TABLE t (id INT PRIMARY KEY, c TEXT NOT NULL, UNIQUE KEY (c)) WITH SYSTEM VERSIONING",
                List.of("id", "c"),
                "CREATE TABLE t (id INT PRIMARY KEY, c INT, b TIMESTAMP(6) GENERATED ALWAYS AS ROW START, e TIMESTAMP(6)"
                        + " GENERATED ALWAYS AS ROW END, PERIOD FOR SYSTEM_TIME(b, e)) WITH SYSTEM VERSIONING",
                List.of("id", "c", "b", "e"),
                "CREATE TABLE t (id INT PRIMARY KEY, h INT INVISIBLE DEFAULT 5, c INT)",
                List.of("id", "h", "c"),
                "CREATE TABLE t (id INT PRIMARY KEY, c INT, v INT AS (c + 1) VIRTUAL)",
                List.of("id", "c", "v"));
    }

    @Test
    void replaysTableWithHashIndexes() {
        assertReplayed(TABLE_WITH_HASH_INDEXES.replace(", d INT", ", d INT, n INT"));
    }

    @Test
    void refusesToReplaySystemVersioning() {
        assertRefused(
                "CREATE TABLE t (id INT PRIMARY KEY, c VARCHAR(90), d INT, n INT) WITH SYSTEM VERSIONING",
                "--replay: table t has system versioning, whose old rows are in the log only");
    }
}
