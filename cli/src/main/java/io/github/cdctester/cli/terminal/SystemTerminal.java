// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal;

import io.github.cdctester.cli.terminal.view.Glyphs;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.terminal.TerminalBuilder.SystemOutput;
import org.jline.terminal.spi.SystemStream;
import org.jline.terminal.spi.TerminalExt;

/**
 * The terminal of standard output and input. It is queried once: the library closes it at Ctrl-C, and queries it with a process,
 * which Ctrl-C also ends.
 *
 * @param showsErrors whether standard error is also shown there
 */
record SystemTerminal(int columns, int rows, boolean showsErrors) {

    /** Looks for it; nothing if the streams lead elsewhere, or it can only show line after line. */
    static Optional<SystemTerminal> find() {
        try (Terminal terminal = exec().dumb(true).build()) {
            boolean dumb = Terminal.TYPE_DUMB.equals(terminal.getType())
                    || Terminal.TYPE_DUMB_COLOR.equals(terminal.getType());
            return dumb
                    ? Optional.empty()
                    : Optional.of(new SystemTerminal(terminal.getColumns(), terminal.getRows(), showsErrors(terminal)));
        } catch (IOException | IllegalStateException e) {
            return Optional.empty(); // no terminal that could be used: plain lines
        }
    }

    /** The process's terminal, by way of the system's own commands. */
    private static TerminalBuilder exec() {
        return TerminalBuilder.builder()
                .system(true)
                .systemOutput(SystemOutput.SysOut) // standard error's terminal is not the place for the result
                .provider(TerminalBuilder.PROP_PROVIDER_EXEC)
                .nativeSignals(false) // it would give Ctrl-C its default back, which is no end in order
                .graphemeCluster(false); // to find out, it would write questions and flags to the terminal
    }

    private static boolean showsErrors(Terminal terminal) {
        return terminal instanceof TerminalExt system && system.getProvider().isSystemStream(SystemStream.Error);
    }

    /** Returns the characters of the environment's locale; an unknown one has the characters of every terminal. */
    static Glyphs glyphs(Map<String, String> environment) {
        String locale = Stream.of("LC_ALL", "LC_CTYPE", "LANG")
                .map(name -> environment.getOrDefault(name, ""))
                .filter(value -> !value.isEmpty())
                .findFirst()
                .orElse("")
                .toLowerCase(Locale.ROOT);
        return locale.contains("utf-8") || locale.contains("utf8") ? Glyphs.BLOCKS : Glyphs.ASCII;
    }

    /** Builds have terminals without a reader: lines are better there. */
    static boolean isOfABuild(Map<String, String> environment) {
        String build = environment.getOrDefault("CI", "");
        return !build.isEmpty() && !build.equals("false");
    }
}
