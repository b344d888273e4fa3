// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jline.utils.Signals;
import org.jspecify.annotations.Nullable;

/** When the terminal has got another size, and when the process goes on after Ctrl-Z; where there are such signals. */
final class TerminalSignals implements AutoCloseable {

    private static final String RESIZED = "WINCH";
    private static final String CONTINUED = "CONT";

    private final Map<String, Object> before = new TreeMap<>();

    /** Begins to listen. What is called is called in threads of the system. */
    TerminalSignals(Runnable resized, Runnable continued) {
        register(RESIZED, resized);
        register(CONTINUED, continued);
    }

    private void register(String signal, Runnable action) {
        @Nullable Object handler = Signals.register(signal, action);
        if (handler != null) {
            before.put(signal, handler);
        }
    }

    @Override
    public void close() {
        for (String signal : List.copyOf(before.keySet())) {
            Signals.unregister(signal, before.remove(signal));
        }
    }
}
