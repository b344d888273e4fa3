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

/** Prompts for a secret on the terminal, independent of standard input and output. */
public final class SecretQuestion {

    /** Terminal settings from before the echo was turned off; {@code null} while the echo is on. A process has one terminal. */
    private static @Nullable String savedSettings;

    private SecretQuestion() {}

    /** Returns empty without a terminal, or at the end of the input. */
    public static Optional<String> prompt(String prompt) {
        Optional<Console> console = Question.terminal();
        return console.isPresent()
                ? console.map(terminal -> terminal.readPassword("%s", prompt)).map(String::new)
                : promptOnTerminal(prompt);
    }

    /** Java's console requires that neither standard input nor standard output is redirected. */
    private static Optional<String> promptOnTerminal(String prompt) {
        try (InputStream in = new FileInputStream(Stty.TERMINAL);
                OutputStream out = new FileOutputStream(Stty.TERMINAL)) {
            hideEcho();
            out.write(prompt.getBytes(StandardCharsets.UTF_8));
            String line = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8)).readLine();
            out.write('\n'); // the echo is off, so the cursor is still in the line of the prompt
            return Optional.ofNullable(line);
        } catch (IOException e) {
            return Optional.empty(); // no prompt, because the answer could be visible
        } finally {
            restoreEcho();
        }
    }

    /** Must be called if the process ends during a prompt. */
    public static synchronized void restoreEcho() {
        String settings = savedSettings;
        savedSettings = null;
        try {
            if (settings != null) {
                Stty.run(settings);
            }
        } catch (IOException e) {
            System.err.println("cdc-tester: the terminal could not be reset: " + e.getMessage());
        }
    }

    private static synchronized void hideEcho() throws IOException {
        savedSettings = Stty.run("-g");
        Stty.run("-echo");
    }
}
