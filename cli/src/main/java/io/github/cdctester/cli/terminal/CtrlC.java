// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal;

import org.jline.utils.Signals;

/** The keyboard's interrupt, SIGINT. */
public final class CtrlC {

    private CtrlC() {}

    /** Runs an action at each interrupt from now on. Java's own handler would run its shutdown hooks at the first, and ignore others. */
    public static void onPress(Runnable action) {
        Signals.register("INT", action);
    }
}
