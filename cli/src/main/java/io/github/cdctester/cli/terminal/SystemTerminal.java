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
 * The terminal of standard output and input. JLine queries its size only once: Ctrl-C closes JLine's terminal, and ends the program
 * that JLine runs for a query.
 *
 * @param showsErrors true if the terminal also shows standard error
 */
record SystemTerminal(int columns, int rows, boolean showsErrors) {

    /** Returns empty if the streams are redirected, or the terminal cannot move its cursor. */
    static Optional<SystemTerminal> find() {
        TerminalBuilder builder = TerminalBuilder.builder()
                .system(true)
                .systemOutput(
                        SystemOutput.SysOut) // the result goes to standard output, never to standard error's terminal
                .provider(TerminalBuilder.PROP_PROVIDER_EXEC) // uses the system's commands
                .nativeSignals(
                        false) // otherwise JLine restores the default action of Ctrl-C, which ends the process at once
                .graphemeCluster(false) // otherwise JLine writes queries and flags to the terminal
                .dumb(true);
        try (Terminal terminal = builder.build()) {
            boolean isDumb = Terminal.TYPE_DUMB.equals(terminal.getType())
                    || Terminal.TYPE_DUMB_COLOR.equals(terminal.getType());
            return isDumb
                    ? Optional.empty()
                    : Optional.of(new SystemTerminal(terminal.getColumns(), terminal.getRows(), showsErrors(terminal)));
        } catch (IOException | IllegalStateException e) {
            return Optional.empty(); // no usable terminal: only lines are printed
        }
    }

    private static boolean showsErrors(Terminal terminal) {
        return terminal instanceof TerminalExt system && system.getProvider().isSystemStream(SystemStream.Error);
    }

    /** Returns ASCII for an unknown locale. */
    static Glyphs glyphs(Map<String, String> environment) {
        String locale = Stream.of("LC_ALL", "LC_CTYPE", "LANG")
                .map(name -> environment.getOrDefault(name, ""))
                .filter(value -> !value.isEmpty())
                .findFirst()
                .orElse("")
                .toLowerCase(Locale.ROOT);
        return locale.contains("utf-8") || locale.contains("utf8") ? Glyphs.BLOCKS : Glyphs.ASCII;
    }

    /** A CI log is read later, so lines are more useful than a status that is redrawn. */
    static boolean isCiBuild(Map<String, String> environment) {
        String ciVariable = environment.getOrDefault("CI", "");
        return !ciVariable.isEmpty() && !ciVariable.equals("false");
    }
}
