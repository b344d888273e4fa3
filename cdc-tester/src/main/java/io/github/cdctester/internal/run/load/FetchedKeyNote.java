// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.load;

import io.github.cdctester.failure.Setting;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;

/** Says that a password travelled under a key that nobody verified, where there can be somebody in between. */
public final class FetchedKeyNote {

    private static final Note NOTE = Note.of(
            Code.SERVER_KEY_NOT_VERIFIED, "keySetting", Setting.SERVER_PUBLIC_KEY, "tlsSetting", Setting.SSL_MODE);

    private FetchedKeyNote() {}

    public static Optional<Note> of(boolean keyFetched, String host) {
        return keyFetched && !isLoopback(host) ? Optional.of(NOTE) : Optional.empty();
    }

    private static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false; // it was reached a moment ago; to warn is the safer answer
        }
    }
}
