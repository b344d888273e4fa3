// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal;

import org.jline.utils.Signals;

public final class CtrlC {

    private CtrlC() {}

    /** Java's own handler would run the shutdown hooks at the first SIGINT, and ignore later signals. */
    public static void onPress(Runnable action) {
        Signals.register("INT", action);
    }
}
