// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jline.terminal.Size;

/** Runs {@code stty} on the process's terminal, independent of the standard streams. */
final class Stty {

    static final File TERMINAL = new File("/dev/tty");

    private Stty() {}

    static String run(String argument) throws IOException {
        Process stty = new ProcessBuilder("stty", argument)
                .redirectInput(TERMINAL)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String answer = new String(stty.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        try {
            if (stty.waitFor() != 0) {
                throw new IOException("stty " + argument + " failed");
            }
            return answer;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    static Optional<Size> size() {
        try {
            return parse(run("size"));
        } catch (IOException e) {
            return Optional.empty(); // the caller keeps the previous size
        }
    }

    static Optional<Size> parse(String rowsAndColumns) {
        String[] words = rowsAndColumns.split(" ", -1);
        return words.length == 2 && words[0].matches("\\d{1,5}") && words[1].matches("\\d{1,5}")
                ? size(Integer.parseInt(words[1]), Integer.parseInt(words[0]))
                : Optional.empty();
    }

    static Optional<Size> size(int columns, int rows) {
        return columns > 0 && rows > 0 ? Optional.of(Size.of(columns, rows)) : Optional.empty();
    }
}
