// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.failure;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * A call of {@link System#exit}, for example by a workload of the user. The call never returns: its thread waits for the shutdown hooks.
 */
final class ExitCall {

    private static final Duration HOOKS_TIMEOUT = Duration.ofSeconds(5);
    private static final long POLL_NANOS = 10_000_000;

    private ExitCall() {}

    /** Returns the method that called {@link System#exit}. A signal ends the JVM without a call of {@link Runtime#exit}. */
    static Optional<String> caller() {
        return Thread.getAllStackTraces().values().stream()
                .flatMap(stack -> caller(stack).stream())
                .findAny();
    }

    private static Optional<String> caller(StackTraceElement[] stack) {
        boolean isExit = false;
        for (StackTraceElement frame : stack) {
            boolean isSystem = frame.getClassName().equals("java.lang.System");
            if (isExit && !isSystem) {
                return Optional.of(frame.getClassName() + "." + frame.getMethodName());
            }
            isExit |= frame.getClassName().equals("java.lang.Runtime")
                    && frame.getMethodName().equals("exit");
        }
        return Optional.empty();
    }

    /** Waits up to 5 s for other shutdown hooks. A hook cannot be recognised, but is seldom a daemon thread. */
    static void awaitOtherHooks() {
        long deadlineNanos = System.nanoTime() + HOOKS_TIMEOUT.toNanos();
        while (hasOtherThreads() && System.nanoTime() - deadlineNanos < 0) {
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    private static boolean hasOtherThreads() {
        for (Map.Entry<Thread, StackTraceElement[]> entry :
                Thread.getAllStackTraces().entrySet()) {
            Thread thread = entry.getKey();
            if (!thread.isDaemon()
                    && thread.isAlive()
                    && !thread.getName().equals(Thread.currentThread().getName()) // also ends the command
                    && caller(entry.getValue()).isEmpty()) {
                return true;
            }
        }
        return false;
    }
}
