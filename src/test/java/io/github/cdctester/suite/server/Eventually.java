// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.server;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.Supplier;

public final class Eventually {

    private static final long CHECK_NANOS = 20_000_000;

    private Eventually() {}

    public static <T> T assertThat(Duration timeout, Supplier<T> value, Predicate<T> condition) {
        long deadlineNanos = System.nanoTime() + timeout.toNanos();
        while (true) {
            T actual = value.get();
            if (condition.test(actual)) {
                return actual;
            }
            if (System.nanoTime() - deadlineNanos > 0) {
                throw new AssertionError("after " + timeout + " it is still " + actual);
            }
            LockSupport.parkNanos(CHECK_NANOS);
        }
    }
}
