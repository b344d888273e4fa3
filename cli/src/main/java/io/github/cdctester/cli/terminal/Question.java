// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.experiment.matrix.setting.SettingSwitch.HumanPause;
import io.github.cdctester.internal.text.PlainText;
import java.io.Console;
import java.lang.reflect.InvocationTargetException;

/** Prompts the user at a terminal. */
public final class Question {

    private Question() {}

    /** Returns true if the user answers yes. Returns false without a terminal. */
    @SuppressWarnings("SystemConsoleNull") // see isTerminal
    public static boolean promptYesNo(String text) {
        Console console = System.console();
        if (console == null || !isTerminal(console)) {
            return false;
        }
        String answer = console.readLine("%s [y/N] ", PlainText.line(text));
        return answer != null && answer.strip().matches("(?i)y|yes");
    }

    /** Returns a pause that requests an action from the user at the terminal of {@code screen}. */
    public static HumanPause pause(Screen screen) {
        return new HumanPause() {
            @Override
            @SuppressWarnings("SystemConsoleNull") // see isTerminal
            public boolean isAvailable() {
                Console console = System.console();
                return console != null && isTerminal(console);
            }

            @Override
            public void prompt(String text) {
                screen.runWithoutStatus(() -> {
                    if (!promptYesNo(text + " Done?")) {
                        throw new RunFailedException("it was not done: " + text);
                    }
                });
            }
        };
    }

    /**
     * Returns true if the console is a terminal. From Java 22, a console may have no terminal, and {@code Console.isTerminal()}
     * exists.
     */
    static boolean isTerminal(Console console) {
        try {
            return (Boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (NoSuchMethodException e) {
            return true;
        } catch (IllegalAccessException | InvocationTargetException e) {
            return false;
        }
    }
}
