// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.probe.source;

import io.github.cdctester.failure.InvalidPlanException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;

/** Addresses that a probe may ask. */
public final class HttpAddress {

    private static final String EXPECTED = "an address such as http://host:9104/metrics";

    private HttpAddress() {}

    /**
     * Reads an address.
     *
     * @param text {@code http://host:9104/metrics}
     * @throws InvalidPlanException if it is none of HTTP
     */
    public static URI parse(String text) {
        try {
            return check(new URI(text.strip()));
        } catch (URISyntaxException e) {
            throw new InvalidPlanException("http", "'" + text + "'", EXPECTED);
        }
    }

    static URI check(URI uri) {
        String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        if (uri.getRawUserInfo() != null) { // it would be printed with each failure
            throw new InvalidPlanException("http", "an address with an account in it", "one without");
        }
        if (!scheme.equals("http") && !scheme.equals("https") || uri.getHost() == null) {
            throw new InvalidPlanException("http", "'" + uri + "'", EXPECTED);
        }
        return uri;
    }
}
