// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.failure;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.SoftReference;
import java.nio.charset.StandardCharsets;

/**
 * Ends the process with exit code 1 when the heap is full, because measured values are then unreliable. The JVM option
 * {@code -XX:+ExitOnOutOfMemoryError} would exit with 3, the code of a failed check.
 */
public final class HeapEnd {

    /** Nothing can be allocated when the heap is full. */
    private static final byte[] MESSAGE = ("cdc-tester: out of memory: the heap of "
                    + (Runtime.getRuntime().maxMemory() >> 20)
                    + " MB is full; give it more with CDC_TESTER_JAVA_OPTS=-Xmx1g\n")
            .getBytes(StandardCharsets.UTF_8);

    private static final FileOutputStream ERR = new FileOutputStream(FileDescriptor.err);
    private static final long REFERENCE_USE_MILLIS = 500;

    private static volatile boolean isActive;

    private HeapEnd() {}

    /**
     * Java clears a recently used soft reference only before it throws an {@link OutOfMemoryError}. A cleared reference therefore
     * reveals the error, in any thread. Errors that end a thread are also checked, because an array that is too large for any heap may
     * clear no reference.
     */
    public static void watch() {
        isActive = true;
        Thread.setDefaultUncaughtExceptionHandler((thread, e) -> {
            endIfHeapIsFull(e);
            System.err.print("Exception in thread \"" + thread.getName() + "\" ");
            e.printStackTrace();
        });
        Thread watcher = new Thread(HeapEnd::awaitFullHeap, "cdc-tester-heap");
        watcher.setDaemon(true);
        watcher.start();
    }

    private static void awaitFullHeap() {
        try {
            do {
                awaitClearedReference();
            } while (canHeapGrow());
        } catch (InterruptedException e) {
            return;
        }
        endProcess();
    }

    private static void awaitClearedReference() throws InterruptedException {
        ReferenceQueue<Object> clearedReferences = new ReferenceQueue<>();
        SoftReference<Object> probe = new SoftReference<>(new Object(), clearedReferences);
        while (clearedReferences.remove(REFERENCE_USE_MILLIS) == null) {
            probe.get();
        }
    }

    /** Without the C2 compiler, Java clears soft references before it enlarges a full heap. */
    private static boolean canHeapGrow() {
        Runtime java = Runtime.getRuntime();
        return System.getProperty("java.vm.info", "").contains("emulated-client")
                && java.totalMemory() < java.maxMemory() / 4 * 3;
    }

    static void endIfHeapIsFull(Throwable e) {
        for (Throwable cause = e; cause != null && isActive; cause = cause.getCause()) {
            if (cause instanceof OutOfMemoryError
                    && !String.valueOf(cause.getMessage()).contains("native thread")) {
                endProcess();
            }
        }
    }

    private static synchronized void endProcess() {
        try {
            ERR.write(MESSAGE);
        } catch (IOException e) {
            Runtime.getRuntime().halt(Failures.FAILED); // standard error is closed
        }
        Runtime.getRuntime().halt(Failures.FAILED);
    }
}
