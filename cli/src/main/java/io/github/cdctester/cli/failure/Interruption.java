// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.failure;

import io.github.cdctester.cli.terminal.CtrlC;
import io.github.cdctester.cli.terminal.SecretQuestion;
import io.github.cdctester.stop.StopSignal;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Makes Ctrl-C, a closed terminal and SIGTERM end a command in order. The signal is raised, and the main thread finishes: it writes
 * results, and removes tables and servers. The process exits with the command's own code, not 130. Before the command has started
 * anything, the process ends at once. A second Ctrl-C ends it at once with 130.
 */
public final class Interruption {

    /** A server that does not answer must not keep a process alive forever. */
    private static final long TIMEOUT_SECONDS = 90;

    /** As a shell reports a process that SIGINT ended. */
    private static final int STOPPED_AT_ONCE = 130;

    private final StopSignal stop = new StopSignal();
    private final CountDownLatch done = new CountDownLatch(1);
    private final AtomicBoolean isCtrlC = new AtomicBoolean();
    private boolean begun;
    private boolean watched;
    private volatile int exitCode = Failures.FAILED;

    public StopSignal stopSignal() {
        return stop;
    }

    /** Must be called first. */
    public void watch() {
        watched = true;
        Runtime.getRuntime().addShutdownHook(endThread());
    }

    private Thread endThread() {
        return new Thread(this::end, "cdc-tester-interruption");
    }

    /** Must be called before anything is opened that has to be closed in order. Does not return if the process ends. */
    public synchronized void begin() {
        if (!begun && watched) {
            CtrlC.onPress(this::ctrlC);
        }
        begun = true;
    }

    private void ctrlC() {
        if (isCtrlC.compareAndSet(false, true)) {
            endThread().start();
            return;
        }
        SecretQuestion.restoreEcho();
        System.err.println(
                "cdc-tester: stopped at once by a second Ctrl-C; tables may be left, which 'cdc-tester cleanup' drops");
        Runtime.getRuntime().halt(STOPPED_AT_ONCE);
    }

    /** Returns true if Ctrl-C was pressed: the usual end of a test, after which its result counts. SIGTERM is none. */
    public boolean isCtrlC() {
        return isCtrlC.get();
    }

    /** The command has ended; after a request to end, the process exits here. */
    public int ended(int code) {
        exitCode = code;
        done.countDown();
        return code;
    }

    private void end() {
        if (done.getCount() == 0) {
            return; // an ordinary exit
        }
        endWhereNothingWasBegun();
        stop.raise();
        try {
            if (!done.await(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                System.err.println("cdc-tester: no orderly end within " + TIMEOUT_SECONDS + " s; stopped");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        System.out.flush();
        Runtime.getRuntime().halt(exitCode);
    }

    /** Keeps {@link #begin} waiting until the process is gone. */
    private synchronized void endWhereNothingWasBegun() {
        if (!begun) {
            SecretQuestion.restoreEcho();
            System.err.println("cdc-tester: interrupted before anything was begun");
            Runtime.getRuntime().halt(Failures.FAILED);
        }
    }
}
