// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.Supplier;

/** Limits the memory that this thread allocates for an input, whatever length the input claims. */
public final class Allocations {

    /** For buffers and inflaters, and in bench/fuzz for the regular expressions of the fuzzer's hooks. */
    private static final long FIXED_BYTES = (1L << 20) + Long.getLong("cdctester.fuzz.hookBytes", 0);

    /** A column has one byte in a table map, and about fifty bytes in memory. */
    private static final long BYTES_PER_INPUT_BYTE = 200;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private Allocations() {}

    /** Fails if the work allocates more than an input of this size may need. */
    public static <T> T runBounded(int inputBytes, Supplier<T> work) {
        long maxBytes = FIXED_BYTES + BYTES_PER_INPUT_BYTE * inputBytes;
        long bytesBefore = allocatedBytes();
        T result = work.get();
        if (allocatedBytes() - bytesBefore > maxBytes) {
            // repeats once, because the first execution may have loaded classes
            bytesBefore = allocatedBytes();
            result = work.get();
            assertThat(allocatedBytes() - bytesBefore).as("allocated bytes").isLessThanOrEqualTo(maxBytes);
        }
        return result;
    }

    private static long allocatedBytes() {
        return THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
    }
}
