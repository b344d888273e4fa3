// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal;

import java.io.BufferedReader;
import java.io.Console;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Prompts for a secret on the terminal, independent of standard input and output, and shows nothing of the answer. */
public final class SecretQuestion {

    /** The terminal's settings to restore, while its echo is off; a process has one terminal. */
    private static @Nullable String settings;

    private SecretQuestion() {}

    /**
     * Prompts.
     *
     * @return the answer, which may be empty; empty without a terminal, or after an end of input
     */
    @SuppressWarnings("SystemConsoleNull") // see isTerminal
    public static Optional<char[]> prompt(String prompt) {
        Console console = System.console();
        return console != null && Question.isTerminal(console)
                ? Optional.ofNullable(console.readPassword("%s", prompt))
                : promptOnTerminal(prompt);
    }

    /** Java's console requires that both streams are the terminal's. */
    private static Optional<char[]> promptOnTerminal(String prompt) {
        try (InputStream in = new FileInputStream(Stty.TERMINAL);
                OutputStream out = new FileOutputStream(Stty.TERMINAL)) {
            hideEcho();
            out.write(prompt.getBytes(StandardCharsets.UTF_8));
            String line = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8)).readLine();
            out.write('\n'); // the answer's line end was not shown
            return Optional.ofNullable(line).map(String::toCharArray);
        } catch (IOException e) {
            return Optional.empty(); // better no answer than a visible one
        } finally {
            restoreEcho();
        }
    }

    /** Must be called if the process ends during a question; otherwise it does nothing. */
    public static synchronized void restoreEcho() {
        String before = settings;
        settings = null;
        try {
            if (before != null) {
                Stty.run(before);
            }
        } catch (IOException e) {
            System.err.println("cdc-tester: the terminal could not be reset: " + e.getMessage());
        }
    }

    private static synchronized void hideEcho() throws IOException {
        settings = Stty.run("-g");
        Stty.run("-echo");
    }
}
