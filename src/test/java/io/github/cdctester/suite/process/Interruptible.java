// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.process;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

/**
 * Wraps commands so that Ctrl-C can end their processes. If a script started this build in the background, SIGINT is ignored, and only the
 * command {@code env} of coreutils 8.31 or newer restores it.
 */
public final class Interruptible {

    private static final List<String> LAUNCHER = List.of("env", "--default-signal=INT");
    private static final boolean IS_POSSIBLE = isPossible();

    private Interruptible() {}

    /** The command keeps its process id. */
    public static List<String> withDefaultSignal(List<String> command) {
        return IS_POSSIBLE ? withLauncher(command) : command;
    }

    public static void assumePossible() {
        assumeTrue(IS_POSSIBLE, "Ctrl-C needs an env that knows --default-signal (GNU coreutils 8.31 or newer)");
    }

    private static List<String> withLauncher(List<String> command) {
        return Stream.concat(LAUNCHER.stream(), command.stream()).toList();
    }

    private static boolean isPossible() {
        try {
            return new ProcessBuilder(withLauncher(List.of("true")))
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
