// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.phases;

<<<<<<< HEAD
/** What a phase waits for. Both methods are called by the conductor's thread, some 50 times a second, and never wait. */
public interface WaitCondition {

    /** Whether it has happened. */
    boolean isMet();

    /** What is waited for and how it stands, in words with the last value: "pool below 600 MB (it is 812 MB)". */
=======
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
>>>>>>> probes
    String state();
}
