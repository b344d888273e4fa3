// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.time;

/** A monotonic clock. */
@FunctionalInterface
public interface NanoClock {

    NanoClock SYSTEM = System::nanoTime;

    /** Returns ns since an arbitrary origin; only differences are meaningful. */
    long nanoTime();
}
