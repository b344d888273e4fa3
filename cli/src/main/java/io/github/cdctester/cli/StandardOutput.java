// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Tells a lost standard output from a pipe that its reader closed; Java's printers do not. */
final class StandardOutput {

    private static final Path FILE = Path.of("/dev/stdout");
    private static final int KIND = 0xF000;
    private static final int PIPE = 0x1000;
    private static final int SOCKET = 0xC000;

    private StandardOutput() {}

    /** Whether something could not be written. Who closes a pipe, as {@code head} does, wants no more, and nothing is lost. */
    static boolean isLost() {
        return System.out.checkError() && !isPipe();
    }

    private static boolean isPipe() {
        try {
            int kind = (Integer) Files.getAttribute(FILE, "unix:mode") & KIND;
            return kind == PIPE || kind == SOCKET;
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
            return false;
        }
    }
}
