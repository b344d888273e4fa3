// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.github.cdctester.suite.process.CliCall;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

final class EmbeddedSubscribeAndDrainIT extends SubscribeAndDrainContract {

    @Override
    TestServer start() {
        return EmbeddedTestServer.sharedWithEmptyLog("max_binlog_size=262144");
    }

    @Override
    String firstGtids(int last) {
        return "0-1-" + last;
    }

    @Test
    void subscribeNotesOldCommitTimes() {
        server.execute("CREATE TABLE old_times (id INT PRIMARY KEY)", "FLUSH BINARY LOGS");
        String file = server.queryRows(server.logStatusStatement()).get(0).get(0);
        server.execute(
                "SET timestamp = 1600000000",
                "INSERT INTO old_times VALUES (1)",
                "SET timestamp = DEFAULT",
                "DROP TABLE old_times");

        JsonNode resultWithOldTimes = subscribe("--from=" + file + ":4");
        assertThat(resultWithOldTimes.at("/summary/cdc/transactions").asLong()).isPositive();
        assertThat(resultWithOldTimes.at("/notes").findValuesAsString("code")).contains("DELAY_IS_AGE_OF_LOG");
        assertThat(resultWithOldTimes.at("/notes").findValuesAsString("drained"))
                .as("BPS is no catch-up speed")
                .isEmpty();

        JsonNode idleResult = subscribe("--from=now");
        assertThat(idleResult.at("/notes").findValuesAsString("code")).doesNotContain("DELAY_IS_AGE_OF_LOG");
        assertThat(idleResult.at("/verdict/reason").asString()).isEqualTo("no transaction arrived");
    }

    @Test
    void drainNotesCommitTimesInFuture() {
        server.execute("CREATE TABLE set_times (id INT PRIMARY KEY)", "FLUSH BINARY LOGS");
        String file = server.queryRows(server.logStatusStatement()).get(0).get(0);
        server.execute(
                "SET timestamp = 1",
                "INSERT INTO set_times VALUES (1)",
                "SET timestamp = UNIX_TIMESTAMP(SYSDATE()) + 100000000",
                "INSERT INTO set_times VALUES (2)",
                "SET timestamp = DEFAULT",
                "DROP TABLE set_times");

        JsonNode result = drain("--from=" + file + ":4");
        assertThat(result.at("/notes").findValuesAsString("code")).contains("DELAY_IS_AGE_OF_LOG", "DELAY_NEGATIVE");
        assertThat(result.at("/notes").findValuesAsString("drained")).containsExactly("true");
        assertThat(result.at("/summary/cdc/delay/negatives").asLong()).isEqualTo(1);
        double ageMillis = System.currentTimeMillis() - 1_000;
        assertThat(result.at("/summary/cdc/delay/maxMillis").asDouble())
                .as("age of the first row")
                .isCloseTo(ageMillis, withinPercentage(1));
    }

    /** The servers of a domain share one sequence of numbers, for example before and after a switchover. */
    @Test
    void drainChecksNumbersOfDomain() {
        server.execute("CREATE TABLE switched (id INT PRIMARY KEY)", "FLUSH BINARY LOGS");
        String file = server.queryRows(server.logStatusStatement()).get(0).get(0);
        server.execute(
                "INSERT INTO switched VALUES (1)",
                "SET SESSION server_id = 50",
                "INSERT INTO switched VALUES (2)",
                "INSERT INTO switched VALUES (3)",
                "SET SESSION server_id = 1",
                "INSERT INTO switched VALUES (4)",
                "DROP TABLE switched");

        JsonNode verdict = drain("--from=" + file + ":4").at("/verdict");
        assertThat(verdict.at("/status").asString())
                .as(verdict.at("/reason").asString())
                .isEqualTo("LOSSLESS");
        assertThat(verdict.at("/method").asString()).isEqualTo("continuity");
    }

    private JsonNode drain(String from) {
        CliCall call = CommandLines.call(server, "drain", from, "--quiet", "--json");
        assertThat(call.exitCode()).as(call.err()).isZero();
        return RoundTripChecks.json(call.out());
    }

    private JsonNode subscribe(String from) {
        CliCall call = CommandLines.call(server, "subscribe", from, "--time=1", "--quiet", "--json");
        assertThat(call.exitCode()).as(call.err()).isZero();
        return RoundTripChecks.json(call.out());
    }
}
