// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.play;

import io.github.cdctester.internal.access.KeyFile;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/** The key for TLS, with a certificate that signs itself: made when the first consumer asks, for those who verify nothing. Thread-safe. */
final class ServerKey {

    private @Nullable SSLContext context;

    /** Goes on in TLS on a connection whose client is about to begin with it. */
    SSLSocket secure(Socket socket) throws IOException {
        SSLSocket secured = (SSLSocket) context().getSocketFactory().createSocket(socket, null, true);
        try {
            secured.startHandshake();
        } catch (SSLException e) {
            throw new IOException("the TLS handshake was broken off (" + e.getMessage() + ")", e);
        }
        return secured;
    }

    private synchronized SSLContext context() throws IOException {
        SSLContext known = context;
        if (known == null) {
            Path directory = Files.createTempDirectory("cdc-tester-play");
            Path file = directory.resolve("key");
            try {
                KeyFile.make(file);
                known = KeyFile.read(file);
                context = known;
            } catch (GeneralSecurityException e) {
                throw new IOException("no key for TLS could be made: " + e.getMessage(), e);
            } finally {
                Files.deleteIfExists(file);
                Files.delete(directory);
            }
        }
        return known;
    }
}
