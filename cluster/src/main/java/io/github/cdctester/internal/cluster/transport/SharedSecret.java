// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.transport;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.access.KeyFile;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;

/**
 * The secret that the coordinator and all nodes share: a key and its certificate in a PKCS #12 key store. Both sides of a TLS
 * connection present this certificate and trust no other. Java's PKIX check ignores the dates of a trusted certificate. Host
 * names are not checked.
 */
public final class SharedSecret {

    private final SSLContext context;

    private SharedSecret(SSLContext context) {
        this.context = context;
    }

    public static SharedSecret read(Path file) {
        try {
            return new SharedSecret(KeyFile.read(file, KeyFile.PASSWORD));
        } catch (FileSystemException e) {
            throw new InvalidPlanException("secretFile", file, "a readable file, the same on all nodes");
        } catch (IOException | GeneralSecurityException e) {
            throw new InvalidPlanException(
                    "secretFile", file, "a file created by 'cdc-tester worker --new-secret', the same on all nodes");
        }
    }

    SSLSocketFactory socketFactory() {
        return context.getSocketFactory();
    }

    @Override
    public String toString() {
        return "SharedSecret[…]";
    }

    /** The file appears atomically. On POSIX file systems, only its owner can read it. */
    public static void create(Path file) {
        try {
            Path temporaryDirectory =
                    Files.createTempDirectory(file.toAbsolutePath().resolveSibling(""), ".secret");
            Path temporaryFile = temporaryDirectory.resolve("made");
            try {
                KeyFile.create(temporaryFile);
                if (Files.getFileStore(temporaryFile).supportsFileAttributeView("posix")) {
                    Files.setPosixFilePermissions(temporaryFile, PosixFilePermissions.fromString("rw-------"));
                }
                Files.move(temporaryFile, file);
            } finally {
                Files.deleteIfExists(temporaryFile);
                Files.delete(temporaryDirectory);
            }
        } catch (FileAlreadyExistsException e) {
            throw new InvalidPlanException("newSecret", file, "a file that is not there yet");
        } catch (NoSuchFileException | AccessDeniedException e) {
            throw new InvalidPlanException("newSecret", file, "a file in a directory that can be written to");
        } catch (IOException e) {
            throw new RunFailedException("no secret could be made in " + file + ": " + e.getMessage(), e);
        }
    }
}
