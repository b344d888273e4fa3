// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.server;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Gives a single process its own clock, with libfaketime. */
public final class FakeTime {

    private static final Path LIBRARIES = Path.of("/usr/lib");

    private FakeTime() {}

    /** Returns the file of the system property {@code cdctester.libfaketime}, or Debian's file. */
    public static Optional<Path> library() {
        String configuredPath = System.getProperty("cdctester.libfaketime");
        if (configuredPath != null) {
            return Optional.of(Path.of(configuredPath));
        }
        if (!Files.isDirectory(LIBRARIES)) {
            return Optional.empty();
        }
        try (DirectoryStream<Path> architectures = Files.newDirectoryStream(LIBRARIES)) {
            for (Path architecture : architectures) {
                Path library = architecture.resolve("faketime/libfaketimeMT.so.1");
                if (Files.isReadable(library)) {
                    return Optional.of(library);
                }
            }
            return Optional.empty();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** The process reads the clock's file once per second. Its timers are unaffected. */
    static Map<String, String> environment(String library, String clock) {
        return Map.of(
                "LD_PRELOAD",
                library,
                "FAKETIME_TIMESTAMP_FILE",
                clock,
                "FAKETIME_CACHE_DURATION",
                "1",
                "FAKETIME_DONT_FAKE_MONOTONIC",
                "1");
    }

    /** The file contains an offset from the machine's clock. */
    static String fileContents(Duration ahead) {
        return String.format("%+d%n", ahead.toSeconds());
    }
}
