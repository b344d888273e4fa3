// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.config;

import io.github.cdctester.config.Endpoint.SslMode;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.failure.Setting;
import java.util.Iterator;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the options of a JDBC URL say about TLS. They are for the driver, and the stream has none: left to it, the writers would
 * be encrypted or verified in one way and the stream in another. So they become the endpoint's {@link SslMode}.
 */
final class UrlTls {

    private static final String SSL_MODE = "sslmode";
    private static final String USE_SSL = "usessl";

    /** What they come to depends on each other, and on the driver and its version. */
    private static final Set<String> OTHERS = Set.of(
            USE_SSL,
            "requiressl",
            "verifyservercertificate",
            "trustservercertificate",
            "disablesslhostnameverification");

    private UrlTls() {}

    /**
     * Takes the mode out of a URL's options.
     *
     * @param options loses the options that it is made of
     * @return the mode, or {@code null} where the URL does not say
     * @throws InvalidPlanException if a mode is unknown, or there is another option that decides about TLS
     */
    static @Nullable SslMode takeFrom(Map<String, String> options) {
        SslMode mode = null;
        for (Iterator<Map.Entry<String, String>> each = options.entrySet().iterator(); each.hasNext(); ) {
            Map.Entry<String, String> option = each.next();
            String name = option.getKey().toLowerCase(Locale.ROOT);
            if (name.equals(SSL_MODE)) {
                mode = mode(option.getValue());
                each.remove();
            } else if (name.equals(USE_SSL) && option.getValue().equalsIgnoreCase("false")) {
                mode = mode == null ? SslMode.DISABLED : mode; // sslMode stands above it, in both drivers
                each.remove();
            }
        }
        refuseIn("url", options.keySet());
        return mode;
    }

    /** The names of both drivers. */
    private static SslMode mode(String value) {
        return switch (value.toLowerCase(Locale.ROOT).replace('_', '-')) {
            case "disabled", "disable" -> SslMode.DISABLED;
            case "preferred" -> SslMode.PREFERRED;
            case "required", "trust" -> SslMode.REQUIRED;
            case "verify-ca" -> SslMode.VERIFY_CA;
            case "verify-identity", "verify-full" -> SslMode.VERIFY_IDENTITY;
            default ->
                throw new InvalidPlanException(
                        "url",
                        "one with another sslMode",
                        "one whose sslMode is DISABLED, PREFERRED, REQUIRED, VERIFY_CA or VERIFY_IDENTITY");
        };
    }

    /**
     * Refuses options that would let the writers have another encryption than the stream.
     *
     * @param property what is refused
     * @param names names of the driver's options
     * @throws InvalidPlanException if there is one among them
     */
    static void refuseIn(String property, Iterable<String> names) {
        for (String name : names) {
            String lower = name.toLowerCase(Locale.ROOT);
            if (lower.equals(SSL_MODE) || OTHERS.contains(lower)) {
                throw new InvalidPlanException(
                        property,
                        "one with the option " + name,
                        "without it; " + Setting.SSL_MODE + " and " + Setting.SSL_CA
                                + " hold for the writers and the stream");
            }
        }
    }
}
