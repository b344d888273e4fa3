// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.Supplier;

/** Memory that this thread allocates for an input: never the length claimed in the input. */
public final class Allocations {

    /** Buffers and inflaters; and in bench/fuzz what the fuzzer's hooks take to look into regular expressions. */
    private static final long FIXED_BYTES = (1L << 20) + Long.getLong("cdctester.fuzz.hookBytes", 0);

    /** A column of a table is a byte in its definition, and some fifty in memory. */
    private static final long BYTES_PER_BYTE = 200;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private Allocations() {}

    /** Does something that leaves nothing behind, and fails if that takes more than so many bytes of input may take. */
    public static <T> T bounded(int inputBytes, Supplier<T> work) {
        long most = FIXED_BYTES + BYTES_PER_BYTE * inputBytes;
        long before = allocated();
        T result = work.get();
        if (allocated() - before > most) {
            // perhaps classes were loaded, and instrumented: not again
            before = allocated();
            result = work.get();
            assertThat(allocated() - before).as("allocated bytes").isLessThanOrEqualTo(most);
        }
        return result;
    }

    private static long allocated() {
        return THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
    }
}
