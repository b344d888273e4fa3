// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.config;

import io.github.cdctester.config.Endpoint.SslMode;
import io.github.cdctester.failure.InvalidPlanException;
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
 * @param sslMode what its options say about TLS, or {@code null} where they say nothing
 * @param options the others
 */
record JdbcUrl(
        String host, int port, String database, @Nullable SslMode sslMode, Map<String, String> options) {

    private static final Pattern FORM = Pattern.compile("jdbc:(?:mysql|mariadb)://"
            + "(?<host>\\[[0-9a-fA-F:.]+\\]|[^/:?,()\\[\\]@]+)(?::(?<port>\\d{1,5}))?"
            + "(?:/(?<database>[^?]*))?(?:\\?(?<options>.*))?");

    private static final Set<String> ACCOUNT = Set.of("user", "password", "password1", "password2", "password3");

    static JdbcUrl parse(String url) {
        Matcher matcher = FORM.matcher(url);
        if (!matcher.matches()) {
            // There may be a password in the options, before an @, or among (key=value): do not repeat them.
            String shown = url.replaceAll("(?s)[?].*", "?…")
                    .replaceAll("(?s)//.*@", "//…@")
                    .replaceAll("(?s)[(].*", "(…)");
            throw new InvalidPlanException("url", shown, "of the form jdbc:mysql://host:port/database");
        }
        String host = matcher.group("host");
        String port = matcher.group("port");
        String database = matcher.group("database");
        Map<String, String> options = options(matcher.group("options"));
        for (String option : options.keySet()) {
            if (ACCOUNT.contains(option.toLowerCase(Locale.ROOT))) {
                // the stream would log in with another account than the writers
                throw new InvalidPlanException(
                        "url", "one with the option " + option, "one without an account; give user and password apart");
            }
        }
        SslMode sslMode = UrlTls.takeFrom(options);
        return new JdbcUrl(
                host.startsWith("[") ? host.substring(1, host.length() - 1) : host,
                port == null ? Defaults.PORT : Integer.parseInt(port),
                database == null ? "" : database,
                sslMode,
                options);
    }

    private static Map<String, String> options(String text) {
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
}
