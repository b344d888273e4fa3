// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.load;

import io.github.cdctester.failure.Setting;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;

/** Says that a password travelled under a key that nobody verified, where there can be somebody in between. */
public final class FetchedKeyNote {

    private static final String TEXT =
            "without TLS the server's RSA key was fetched to send the password; somebody in between could have put in"
                    + " another one: give the key with " + Setting.SERVER_PUBLIC_KEY + ", or use " + Setting.SSL_MODE
                    + " VERIFY_CA";

    private FetchedKeyNote() {}

    public static Optional<String> of(boolean keyFetched, String host) {
        return keyFetched && !isLoopback(host) ? Optional.of(TEXT) : Optional.empty();
    }

    private static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false; // it was reached a moment ago; to warn is the safer answer
        }
    }
}
