// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The threads of one run. If one of them waited for the end of the run, neither would end. A thread of a user does not belong to
 * the run, even if a listener or a workload of the run has started it.
 */
public final class RunThreads {

    private static final String TESTER_PREFIX = "cdc-";

    @SuppressWarnings("ThreadLocalUsage") // one per run, because a static field would be shared by nested runs
    private final InheritableThreadLocal<@Nullable Boolean> startedInRun = new InheritableThreadLocal<>();

    private volatile @Nullable Thread runThread;

    /** Executes the run in the calling thread. Threads that are created meanwhile inherit the mark of this run. */
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

    /** Returns true in the thread that executes the run, and in the threads that cdc-tester has started for it. */
    public boolean containCaller() {
        Thread caller = Thread.currentThread();
        return caller.equals(runThread)
                || startedInRun.get() != null && caller.getName().startsWith(TESTER_PREFIX);
    }
}
