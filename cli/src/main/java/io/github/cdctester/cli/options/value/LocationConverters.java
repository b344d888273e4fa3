// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options.value;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Stack;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.TypeConversionException;

public final class LocationConverters {

    public static final String ANY_PORT = "0";
    private static final String LOOPBACK = "127.0.0.1";
    private static final int MAX_PORT = 65_535;

    private LocationConverters() {}

    static Path path(String value) {
        if (value.isBlank()) {
            throw invalidValue(value, "the name of a file or directory");
        }
        return Path.of(value);
    }

    /** Empty for an option without a name. */
    public static final class OptionalName implements ITypeConverter<Path> {
        @Override
        public Path convert(String value) {
            return Path.of(value);
        }
    }

    /** {@code [HOST:]PORT}; the default host is loopback. */
    public static final class Metrics implements ITypeConverter<InetSocketAddress> {
        @Override
        public InetSocketAddress convert(String value) {
            return new InetSocketAddress(host(value), port(value, "PORT or HOST:PORT"));
        }
    }

    /** {@code [HOST:]PORT} with a loopback host; port 0 for any free port. */
    public static final class Page implements ITypeConverter<InetSocketAddress>, IParameterPreprocessor {
        @Override
        public InetSocketAddress convert(String value) {
            int port = port(value, "a port from 1 to " + MAX_PORT + ", or left out for any that is free");
            try {
                InetAddress host = InetAddress.getByName(host(value));
                if (!value.startsWith(":") && host.isLoopbackAddress()) {
                    return new InetSocketAddress(host, port);
                }
            } catch (UnknownHostException e) {
                // handled below, with a message that contains the valid form
            }
            throw invalidValue(
                    value, "a port alone, or one of 127.0.0.1 or localhost: the page is for this machine only");
        }

        /** Otherwise, the next argument may be a plan file. */
        @Override
        @SuppressWarnings("JdkObsolete") // picocli requires a Stack
        public boolean preprocess(Stack<String> args, CommandSpec command, ArgSpec option, Map<String, Object> info) {
            boolean hasEqualsSign =
                    !" ".equals(info.get("separator")); // picocli reports a blank for a value without "="
            if (!hasEqualsSign && !args.isEmpty() && !args.peek().matches("(.+:)?\\d+")) {
                args.push(ANY_PORT);
            }
            return false;
        }
    }

    /** Without a path, {@code /v1/metrics} is used. */
    public static final class Collector implements ITypeConverter<URI> {
        @Override
        public URI convert(String value) {
            try {
                URI url = new URI(value.strip());
                boolean isHttp = "http".equalsIgnoreCase(url.getScheme()) || "https".equalsIgnoreCase(url.getScheme());
                if (isHttp && url.getHost() != null && url.getUserInfo() == null) {
                    String path = url.getPath();
                    return path.isEmpty() || path.equals("/") ? url.resolve("/v1/metrics") : url;
                }
            } catch (URISyntaxException e) {
                // handled below, with a message that contains the valid form
            }
            throw invalidValue(
                    value.contains("@") ? "given with an account" : value,
                    "a URL such as http://127.0.0.1:4318; a token goes into" + " OTEL_EXPORTER_OTLP_HEADERS");
        }
    }

    private static String host(String value) {
        int colon = value.lastIndexOf(':');
        return colon < 0 ? LOOPBACK : value.substring(0, colon);
    }

    private static int port(String value, String expected) {
        String port = value.substring(value.lastIndexOf(':') + 1);
        if (!port.matches("\\d{1,5}") || Integer.parseInt(port) > MAX_PORT) {
            throw invalidValue(value, expected);
        }
        return Integer.parseInt(port);
    }

    private static TypeConversionException invalidValue(String value, String expected) {
        return new TypeConversionException((value.isBlank() ? "empty" : value) + ", must be " + expected);
    }
}
