// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The threads of one run, which must not wait for its end. A user's thread does not belong to the run, even if a listener or a workload
 * started it.
 */
public final class RunThreads {

    private static final String TESTER_PREFIX = "cdc-";

    @SuppressWarnings("ThreadLocalUsage") // one per run, because a static field would be shared by nested runs
    private final InheritableThreadLocal<@Nullable Boolean> startedInRun = new InheritableThreadLocal<>();

    private volatile @Nullable Thread runThread;

    /** Threads that {@code body} creates inherit the mark of this run. */
    public <T> T run(Supplier<T> body) {
        runThread = Thread.currentThread();
        startedInRun.set(true);
        try {
            return body.get();
        } finally {
            startedInRun.remove();
            runThread = null;
        }
    }

    public boolean containCaller() {
        Thread caller = Thread.currentThread();
        return caller.equals(runThread)
                || startedInRun.get() != null && caller.getName().startsWith(TESTER_PREFIX);
    }
}
