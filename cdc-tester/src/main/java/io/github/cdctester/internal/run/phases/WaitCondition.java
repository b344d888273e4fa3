// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.phases;

/** What a phase waits for. Asked by the conductor's thread; never blocks. */
public interface WaitCondition {

    /**
     * Tells whether the wait is over.
     *
     * @return whether what is waited for is there
     */
    boolean isMet();

    /**
     * Says how it stands.
     *
     * @return in words, with the last value
     */
    String state();
}
