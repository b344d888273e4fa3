// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.config;

import io.github.cdctester.config.Endpoint.SslMode;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.failure.Setting;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a {@code jdbc:mysql:} or {@code jdbc:mariadb:} URL with a single host.
 *
 * <p>The TLS options of the URL set the endpoint's {@link SslMode}, so that writers and stream use TLS in the same way.
 *
 * @param sslMode TLS mode of the options, or {@code null} if they set none
 * @param options the remaining options
 */
record JdbcUrl(
        String host, int port, String database, @Nullable SslMode sslMode, Map<String, String> options) {

    private static final Pattern FORM = Pattern.compile("jdbc:(?:mysql|mariadb)://"
            + "(?<host>\\[[0-9a-fA-F:.]+\\]|[^/:?,()\\[\\]@;&=]+)(?::(?<port>\\d{1,5}))?"
            + "(?:/(?<database>[^?/\\\\#&;@]*))?(?:\\?(?<options>[^@=]*(?:=.*)?))?");

    private static final Set<String> ACCOUNT_OPTIONS =
            Set.of("user", "password", "password1", "password2", "password3");

    private static final String SSL_MODE = "sslmode";
    private static final String USE_SSL = "usessl";

    /** Rejected TLS options, except {@code useSSL=false}. Their effect depends on the driver, its version and other options. */
    private static final Set<String> OTHER_TLS_OPTIONS = Set.of(
            USE_SSL,
            "requiressl",
            "verifyservercertificate",
            "trustservercertificate",
            "disablesslhostnameverification");

    static JdbcUrl parse(String url) {
        Matcher matcher = FORM.matcher(url);
        if (!matcher.matches()) {
            // a password may be before or after an @, in the options, or in (key=value): mask these parts
            String maskedUrl =
                    url.replaceAll("(?s)^(jdbc:\\w+:)?.*@.*", "$1…@…").replaceAll("(?s)([?(&;=]).*", "$1…");
            throw new InvalidPlanException("url", maskedUrl, "of the form jdbc:mysql://host:port/database");
        }
        String host = matcher.group("host");
        String port = matcher.group("port");
        String database = matcher.group("database");
        Map<String, String> options = parseOptions(matcher.group("options"));
        for (String option : options.keySet()) {
            if (ACCOUNT_OPTIONS.contains(option.toLowerCase(Locale.ROOT))) {
                // otherwise the stream would log in with another account than the writers
                throw new InvalidPlanException(
                        "url", "the option " + option, "left out; give user and password separately");
            }
        }
        SslMode sslMode = takeTls(options);
        return new JdbcUrl(
                host.startsWith("[") ? host.substring(1, host.length() - 1) : host,
                port == null ? Defaults.PORT : Integer.parseInt(port),
                database == null ? "" : database,
                sslMode,
                options);
    }

    private static Map<String, String> parseOptions(String text) {
        Map<String, String> options = new LinkedHashMap<>();
        if (text != null) {
            for (String option : text.split("&")) {
                int equals = option.indexOf('=');
                if (equals > 0) {
                    options.put(option.substring(0, equals), option.substring(equals + 1));
                }
            }
        }
        return options;
    }

    /** Removes {@code sslMode} and {@code useSSL=false}, and returns their mode or {@code null}; rejects other TLS options. */
    static @Nullable SslMode takeTls(Map<String, String> options) {
        SslMode mode = null;
        for (Iterator<Map.Entry<String, String>> entries = options.entrySet().iterator(); entries.hasNext(); ) {
            Map.Entry<String, String> option = entries.next();
            String name = option.getKey().toLowerCase(Locale.ROOT);
            if (name.equals(SSL_MODE)) {
                mode = parseMode(option.getValue());
                entries.remove();
            } else if (name.equals(USE_SSL) && option.getValue().equalsIgnoreCase("false")) {
                mode = mode == null ? SslMode.DISABLED : mode; // sslMode has priority, in both drivers
                entries.remove();
            }
        }
        refuseTls("url", options.keySet());
        return mode;
    }

    /** Converts the mode names of both drivers. */
    private static SslMode parseMode(String value) {
        return switch (value.toLowerCase(Locale.ROOT).replace('_', '-')) {
            case "disabled", "disable" -> SslMode.DISABLED;
            case "preferred" -> SslMode.PREFERRED;
            case "required", "trust" -> SslMode.REQUIRED;
            case "verify-ca" -> SslMode.VERIFY_CA;
            case "verify-identity", "verify-full" -> SslMode.VERIFY_IDENTITY;
            default ->
                throw new InvalidPlanException(
                        "url", "the option sslMode", "DISABLED, PREFERRED, REQUIRED, VERIFY_CA or VERIFY_IDENTITY");
        };
    }

    /** Rejects options that could make the writers use other TLS settings than the stream. */
    static void refuseTls(String property, Iterable<String> names) {
        for (String name : names) {
            String lowerCaseName = name.toLowerCase(Locale.ROOT);
            if (lowerCaseName.equals(SSL_MODE) || OTHER_TLS_OPTIONS.contains(lowerCaseName)) {
                throw new InvalidPlanException(
                        property,
                        "the option " + name,
                        "left out; " + Setting.SSL_MODE + " and " + Setting.SSL_CA
                                + " apply to the writers and the stream");
            }
        }
    }
}
