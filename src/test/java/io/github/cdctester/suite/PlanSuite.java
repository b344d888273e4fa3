// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.suite.process.CliCall;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Base class of tests that run plan files on the embedded server. No table may be left after a test. */
abstract class PlanSuite extends ServerContract {

    static final String PREPARE_KEYS = "prepare: {workload: oltp_insert, tables: 1, table-size: 100}\ncleanup: true\n";

    @Override
    TestServer start() {
        return EmbeddedTestServer.shared();
    }

    @AfterEach
    void assertNoTablesLeft() {
        List<List<String>> tables = server.queryRows("SHOW TABLES");
        tables.forEach(row -> server.execute("DROP TABLE " + row.get(0))); // otherwise the next test fails as well
        assertThat(tables).isEmpty();
    }

    CliCall callPlan(Path directory, String text, String... options) throws IOException {
        return CommandLines.call(server, writePlanAndGetArguments(directory, text, options));
    }

    /** Returns the arguments of the command that runs the plan. */
    static String[] writePlanAndGetArguments(Path directory, String text, String... options) throws IOException {
        Path file = Files.writeString(directory.resolve("plan.yaml"), text);
        String[] arguments = new String[options.length + 2];
        arguments[0] = "plan";
        arguments[1] = file.toString();
        System.arraycopy(options, 0, arguments, 2, options.length);
        return arguments;
    }

    static JsonNode json(Path file) {
        return JsonMapper.shared().readTree(file.toFile());
    }
}
