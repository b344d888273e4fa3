// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Allows an interrupt of the reader's thread only while it connects or queries its start. At other times, an interrupt would close
 * the files of an {@link EventTap}.
 */
final class InterruptibleConnect {

    private @Nullable Thread connectingThread;

    @FunctionalInterface
    interface Action {
        void run() throws IOException;
    }

    void run(Action action) throws IOException {
        setThread(Thread.currentThread());
        try {
            action.run();
        } finally {
            setThread(null);
            Thread.interrupted(); // an interrupt of this action must not affect later ones
        }
    }

    private synchronized void setThread(@Nullable Thread thread) {
        connectingThread = thread;
    }

    synchronized void interrupt() {
        if (connectingThread != null) {
            connectingThread.interrupt();
        }
    }
}
