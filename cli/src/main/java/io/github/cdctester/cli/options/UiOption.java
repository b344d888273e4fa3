// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Map;
import java.util.Optional;
import java.util.Stack;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Whether the run is shown in the browser while it goes on, and where. */
public final class UiOption extends OptionGroup {

    private static final String ANY_PORT = "0";
    private static final int LAST_PORT = 65_535;

    /** Takes the next argument only if it looks like a port: it may be a plan's file. */
    static final class PortOrNothing implements IParameterPreprocessor {

        @Override
        @SuppressWarnings("JdkObsolete") // picocli's
        public boolean preprocess(Stack<String> args, CommandSpec command, ArgSpec option, Map<String, Object> info) {
            boolean attached = !" ".equals(info.get("separator")); // a blank stands for none
            if (!attached && !args.isEmpty() && !args.peek().matches("(.+:)?\\d+")) {
                args.push(ANY_PORT);
            }
            return false;
        }
    }

    @Option(
            names = "--ui",
            paramLabel = "PORT",
            arity = "0..1",
            fallbackValue = ANY_PORT,
            preprocessor = PortOrNothing.class,
            description = "Show live charts in a browser (default: free port)")
    private @Nullable String ui;

    /** Where, if it is asked for; on loopback. */
    Optional<InetSocketAddress> address() {
        String given = ui;
        if (given == null) {
            return Optional.empty();
        }
        int colon = given.lastIndexOf(':');
        String port = given.substring(colon + 1);
        if (!port.matches("\\d{1,5}") || Integer.parseInt(port) > LAST_PORT) {
            throw usage(given, "a port from 1 to " + LAST_PORT + ", or left out for any that is free");
        }
        try {
            InetAddress host = InetAddress.getByName(colon < 0 ? "127.0.0.1" : given.substring(0, colon));
            if (colon != 0 && host.isLoopbackAddress()) {
                return Optional.of(new InetSocketAddress(host, Integer.parseInt(port)));
            }
        } catch (UnknownHostException e) {
            // what follows says what it must be
        }
        throw usage(given, "a port alone, or one of 127.0.0.1 or localhost: the page is for this machine only");
    }

    private ParameterException usage(String given, String right) {
        return usage("--ui: " + (given.isBlank() ? "empty" : given) + ", must be " + right);
    }
}
