// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.result.ConsumerResult.Identity;
import io.github.cdctester.suite.process.CliCall;
import io.github.cdctester.suite.process.CliProcess;
import io.github.cdctester.suite.process.ConnectorConsumer;
import io.github.cdctester.suite.process.ReportPrinter;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Base class of tests that run the command {@code judge} with a consumer that prints lines. */
abstract class JudgeCommandRuns extends ServerContract {

    @Override
    TestServer start() {
        return EmbeddedTestServer.shared();
    }

    CliCall judge(String... options) {
        return CommandLines.call(server, judgeArguments(options));
    }

    /** Starts the command in a separate process and does not wait for its end. */
    CliProcess startJudge(Path directory, String... options) {
        return CommandLines.start(directory, server, judgeArguments(options));
    }

    static String[] judgeArguments(String... options) {
        List<String> line = new ArrayList<>(List.of("judge"));
        line.addAll(List.of(options));
        line.addAll(
                List.of("--workload=oltp_write_only", "--tables=2", "--table-size=200", "--threads=2", "--rate=200"));
        line.addAll(List.of("--prepare", "--cleanup", "--warmup-time=1", "--time=2", "--json"));
        if (line.stream().noneMatch(option -> option.startsWith("--drain-timeout"))) {
            line.add("--drain-timeout=60");
        }
        return line.toArray(String[]::new);
    }

    ConnectorConsumer consumer(Identity identity, Path file, UnaryOperator<String> transformation) throws IOException {
        Files.writeString(file, "");
        return ReportPrinter.follow(
                server,
                identity,
                line -> Files.writeString(file, transformation.apply(line + "\n"), StandardOpenOption.APPEND));
    }

    static List<String> tailCommand(Path file) {
        return List.of("tail", "-n", "+1", "-f", file.toString());
    }

    /** Returns the consumers in the JSON result. */
    static String consumersJson(String json) {
        int from = json.indexOf("\"consumers\" :");
        assertThat(from).as(json).isPositive();
        return json.substring(from);
    }

    /** Returns the messages without progress lines. */
    static List<String> remarks(List<String> errLines) {
        return errLines.stream().filter(line -> line.startsWith("cdc-tester: ")).toList();
    }
}
