// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options;

import io.github.cdctester.cli.options.value.Passwords;
import io.github.cdctester.config.Password;
import io.github.cdctester.internal.access.KeyFile;
import io.github.cdctester.internal.access.SecretFile;
import io.github.cdctester.internal.play.PlayServer;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Objects;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

public final class PlayingOptions extends OptionGroup {

    private static final String PASSWORD_FILE = "--ssl-key-store-password-file";

    @Option(
            names = "--speed",
            paramLabel = "N",
            description = "Speed relative to the recording: 0.5 to 50, or max: all at once (default: 1)")
    private String speed = "1";

    @Option(
            names = "--ssl-key-store",
            paramLabel = "PKCS12",
            description = "Key and certificate for TLS, for consumers that verify it (default: generated)")
    private @Nullable Path keyStore;

    @Option(
            names = PASSWORD_FILE,
            paramLabel = "FILE",
            description = "File whose first line is its password (default: none)")
    private @Nullable Path passwordFile;

    public double speedFactor() {
        boolean isMax = speed.equalsIgnoreCase("max");
        double factor = speed.matches("\\d{1,2}(\\.\\d{1,9})?") ? Double.parseDouble(speed) : 0;
        if (!isMax && (factor < 0.5 || factor > 50)) {
            throw usageError("--speed: " + speed + ", must be a number from 0.5 to 50, or max");
        }
        return isMax ? PlayServer.MAX_SPEED : factor;
    }

    /** Returns {@code null} if key and certificate must be generated. */
    @Nullable
    public SSLContext tlsContext() {
        if (keyStore == null) {
            if (passwordFile != null) {
                throw usageError(PASSWORD_FILE + " is given, but no --ssl-key-store");
            }
            return null;
        }
        try {
            Password password =
                    passwordFile == null ? Password.NONE : Passwords.read(spec, PASSWORD_FILE, passwordFile);
            return KeyFile.read(keyStore, password.reveal());
        } catch (IOException | GeneralSecurityException e) {
            String defaultReason = Objects.toString(e.getMessage(), "it is not a key store");
            String reason = e instanceof FileSystemException file ? SecretFile.reasonOf(file) : defaultReason;
            throw usageError("--ssl-key-store " + keyStore + " cannot be used: " + reason
                    + "; give a PKCS #12 key store with one private key, and its password in " + PASSWORD_FILE);
        }
    }
}
