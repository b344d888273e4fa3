// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.experiment.matrix.setting.HumanPause;
import java.io.Console;

/** Asks whoever sits at the terminal to do something. */
public final class TerminalPause implements HumanPause {

    private final Screen screen;

    /** Creates it; nothing is asked yet. */
    public TerminalPause(Screen screen) {
        this.screen = screen;
    }

    @Override
    @SuppressWarnings("SystemConsoleNull") // see Question.isTerminal
    public boolean isThere() {
        Console console = System.console();
        return console != null && Question.isTerminal(console);
    }

    @Override
    public void ask(String text) {
        screen.aside(() -> {
            if (!Question.isMeant(text + " Is it done?")) {
                throw new RunFailedException("it was not done: " + text);
            }
        });
    }
}
