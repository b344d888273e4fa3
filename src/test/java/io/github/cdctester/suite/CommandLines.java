// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.suite.network.Host;
import io.github.cdctester.suite.process.CliCall;
import io.github.cdctester.suite.process.CliProcess;
import io.github.cdctester.suite.server.TestServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Starts commands against a server of the suite's. */
final class CommandLines {

    private CommandLines() {}

    /** The command first, then its options; the endpoint is added, the password in the environment. */
    static CliProcess against(Path directory, TestServer server, String... arguments) {
        return against(directory, server, CliProcess.JAVA_OPTIONS, arguments);
    }

    /** Starts the command with options for the JVM. */
    static CliProcess against(Path directory, TestServer server, List<String> javaOptions, String... arguments) {
        return against(directory, server.endpoint(), javaOptions, Map.of(), arguments);
    }

    /** Starts the command with more environment variables. */
    static CliProcess against(Path directory, TestServer server, Map<String, String> environment, String... arguments) {
        return against(directory, server.endpoint(), CliProcess.JAVA_OPTIONS, environment, arguments);
    }

    /** Runs the command in this JVM to its end; the password is an option. */
    static CliCall call(TestServer server, String... arguments) {
        Endpoint at = server.endpoint();
        List<String> all = new ArrayList<>(List.of(withEndpoint(at, arguments)));
        all.add("--password=" + at.password().reveal());
        return CliCall.of(all.toArray(String[]::new));
    }

    /** Starts the command with another address of the server. */
    static CliProcess against(Path directory, Endpoint at, String... arguments) {
        return against(directory, at, CliProcess.JAVA_OPTIONS, Map.of(), arguments);
    }

    /** Starts the command on a separate host. */
    static CliProcess on(Host host, Path directory, Endpoint at, String... arguments) {
        return CliProcess.startOn(
                host, directory, Map.of("CDC_TESTER_PASSWORD", at.password().reveal()), withEndpoint(at, arguments));
    }

    /** Behind a pipe from other commands. */
    static CliProcess behind(List<List<String>> before, Path directory, TestServer server, String... arguments) {
        Endpoint at = server.endpoint();
        return CliProcess.startBehind(
                before, directory, Map.of("CDC_TESTER_PASSWORD", at.password().reveal()), withEndpoint(at, arguments));
    }

    private static CliProcess against(
            Path directory, Endpoint at, List<String> javaOptions, Map<String, String> more, String... arguments) {
        Map<String, String> environment = new HashMap<>(more);
        environment.put("CDC_TESTER_PASSWORD", at.password().reveal());
        return CliProcess.start(directory, javaOptions, environment, withEndpoint(at, arguments));
    }

    static String[] withEndpoint(Endpoint at, String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of(
                "--host=" + at.host(), "--port=" + at.port(), "--database=" + at.database(), "--user=" + at.user()));
        return all.toArray(String[]::new);
    }
}
