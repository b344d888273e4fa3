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
 * The terminal that standard output and input are. It is asked once, and left alone then: the library closes it at Ctrl-C, and asks
 * by a process, which Ctrl-C ends as well.
 *
 * @param showsErrors whether standard error is shown there too
 */
record SystemTerminal(int columns, int rows, boolean showsErrors) {

    /** Looks for it; nothing where the streams lead elsewhere, or it can only show line after line. */
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
                .systemOutput(SystemOutput.SysOut) // that of standard error is no place for the result
                .provider(TerminalBuilder.PROP_PROVIDER_EXEC)
                .nativeSignals(false) // it would give Ctrl-C its default back, which is no end in order
                .graphemeCluster(false); // to find out, it would write questions and flags to the terminal
    }

    private static boolean showsErrors(Terminal terminal) {
        return terminal instanceof TerminalExt system && system.getProvider().isSystemStream(SystemStream.Error);
    }

    /** The characters of the locale that the environment names; an unknown one has those that every terminal has. */
    static Glyphs glyphs(Map<String, String> environment) {
        String locale = Stream.of("LC_ALL", "LC_CTYPE", "LANG")
                .map(name -> environment.getOrDefault(name, ""))
                .filter(value -> !value.isEmpty())
                .findFirst()
                .orElse("")
                .toLowerCase(Locale.ROOT);
        return locale.contains("utf-8") || locale.contains("utf8") ? Glyphs.BLOCKS : Glyphs.ASCII;
    }

    /** Builds have terminals that nobody looks at: there lines tell more. */
    static boolean isOfABuild(Map<String, String> environment) {
        String build = environment.getOrDefault("CI", "");
        return !build.isEmpty() && !build.equals("false");
    }
}
