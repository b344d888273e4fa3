// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Endpoint.Client;
import io.github.cdctester.suite.network.Host;
import io.github.cdctester.suite.process.CliCall;
import io.github.cdctester.suite.process.CliProcess;
import io.github.cdctester.suite.server.TestServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The password is passed in an environment variable. */
final class CommandLines {

    private CommandLines() {}

    /** {@code arguments} begins with the command name. The endpoint's options are appended. */
    static CliProcess start(Path directory, TestServer server, String... arguments) {
        return start(directory, server, CliProcess.JAVA_OPTIONS, arguments);
    }

    static CliProcess start(Path directory, TestServer server, List<String> javaOptions, String... arguments) {
        return start(directory, server.endpoint(), javaOptions, Map.of(), arguments);
    }

    static CliProcess start(Path directory, TestServer server, Map<String, String> environment, String... arguments) {
        return start(directory, server.endpoint(), CliProcess.JAVA_OPTIONS, environment, arguments);
    }

    /** The password is passed as an option. */
    static CliCall call(TestServer server, String... arguments) {
        Endpoint endpoint = server.endpoint();
        List<String> allArguments = new ArrayList<>(List.of(withEndpoint(endpoint, arguments)));
        allArguments.add("--password=" + endpoint.password().reveal());
        return CliCall.of(allArguments.toArray(String[]::new));
    }

    /** The endpoint may be a proxy's. */
    static CliProcess start(Path directory, Endpoint endpoint, String... arguments) {
        return start(directory, endpoint, CliProcess.JAVA_OPTIONS, Map.of(), arguments);
    }

    static CliProcess startOnHost(Host host, Path directory, Endpoint endpoint, String... arguments) {
        return CliProcess.startOn(
                host,
                directory,
                Map.of("CDC_TESTER_PASSWORD", endpoint.password().reveal()),
                withEndpoint(endpoint, arguments));
    }

    /** The command is the last process of the pipe. */
    static CliProcess startPiped(List<List<String>> upstream, Path directory, TestServer server, String... arguments) {
        Endpoint endpoint = server.endpoint();
        return CliProcess.startPiped(
                upstream,
                directory,
                Map.of("CDC_TESTER_PASSWORD", endpoint.password().reveal()),
                withEndpoint(endpoint, arguments));
    }

    private static CliProcess start(
            Path directory,
            Endpoint endpoint,
            List<String> javaOptions,
            Map<String, String> extraEnvironment,
            String... arguments) {
        Map<String, String> environment = new HashMap<>(extraEnvironment);
        environment.put("CDC_TESTER_PASSWORD", endpoint.password().reveal());
        return CliProcess.start(directory, javaOptions, environment, withEndpoint(endpoint, arguments));
    }

    static String[] withEndpoint(Endpoint endpoint, String... arguments) {
        List<String> allArguments = new ArrayList<>(List.of(arguments));
        allArguments.addAll(List.of(
                "--host=" + endpoint.host(),
                "--port=" + endpoint.port(),
                "--database=" + endpoint.database(),
                "--user=" + endpoint.user()));
        if (endpoint.client() != Client.AUTO) {
            allArguments.add("--client=" + endpoint.client().name().toLowerCase(Locale.ROOT));
        }
        return allArguments.toArray(String[]::new);
    }
}
