// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.experiment.matrix.setting.SettingSwitch.HumanPause;
import io.github.cdctester.internal.text.PlainText;
import java.io.Console;
import java.lang.reflect.InvocationTargetException;
import java.util.Optional;

public final class Question {

    private Question() {}

    /** Returns false without a terminal. */
    public static boolean promptYesNo(String text) {
        return terminal()
                .map(console -> console.readLine("%s [y/N] ", PlainText.line(text)))
                .filter(answer -> answer.strip().matches("(?i)y|yes"))
                .isPresent();
    }

    public static HumanPause pause(Screen screen) {
        return new HumanPause() {
            @Override
            public boolean isAvailable() {
                return terminal().isPresent();
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

    /** From Java 22, a console may have no terminal, and {@code Console.isTerminal()} exists. */
    @SuppressWarnings("SystemConsoleNull") // handled here for all versions of Java
    static Optional<Console> terminal() {
        Console console = System.console();
        try {
            return console != null
                            && (Boolean) Console.class.getMethod("isTerminal").invoke(console)
                    ? Optional.of(console)
                    : Optional.empty();
        } catch (NoSuchMethodException e) {
            return Optional.ofNullable(console);
        } catch (IllegalAccessException | InvocationTargetException e) {
            return Optional.empty();
        }
    }
}
