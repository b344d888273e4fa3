// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.server;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** A clock for a single process, by libfaketime. The machine's clock is shared, so a test cannot change it. */
public final class FakeTime {

    private static final Path LIBRARIES = Path.of("/usr/lib");

    private FakeTime() {}

    /** Returns the library for multithreaded processes: from the system property, or Debian's. */
    public static Optional<Path> library() {
        String given = System.getProperty("cdctester.libfaketime");
        if (given != null) {
            return Optional.of(Path.of(given));
        }
        if (!Files.isDirectory(LIBRARIES)) {
            return Optional.empty();
        }
        try (DirectoryStream<Path> machines = Files.newDirectoryStream(LIBRARIES)) {
            for (Path machine : machines) {
                Path library = machine.resolve("faketime/libfaketimeMT.so.1");
                if (Files.isReadable(library)) {
                    return Optional.of(library);
                }
            }
            return Optional.empty();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns the environment for a process, which reads the file once per second. Its timers are unaffected. */
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

    /** Returns the text of the clock's file: an offset to the machine's clock. */
    static String text(Duration ahead) {
        return String.format("%+d%n", ahead.toSeconds());
    }
}
