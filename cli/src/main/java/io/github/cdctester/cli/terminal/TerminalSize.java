// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal;

import java.io.IOException;
import java.util.Optional;

/**
 * How large a terminal is.
 *
 * @param columns its width, 1 at least
 * @param rows its height, 1 at least
 */
record TerminalSize(int columns, int rows) {

    /** What a terminal said of itself; nothing where that is no size, as on a line without one. */
    static Optional<TerminalSize> of(int columns, int rows) {
        return columns > 0 && rows > 0 ? Optional.of(new TerminalSize(columns, rows)) : Optional.empty();
    }

    /** Asks the process's terminal; nothing where it does not say. */
    static Optional<TerminalSize> now() {
        try {
            return parse(Stty.run("size"));
        } catch (IOException e) {
            return Optional.empty(); // as it was, then
        }
    }

    static Optional<TerminalSize> parse(String rowsAndColumns) {
        String[] words = rowsAndColumns.split(" ", -1);
        return words.length == 2 && words[0].matches("\\d{1,5}") && words[1].matches("\\d{1,5}")
                ? of(Integer.parseInt(words[1]), Integer.parseInt(words[0]))
                : Optional.empty();
    }
}
