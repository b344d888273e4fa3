// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.phases;

/** A condition that a phase waits for. Both methods are called by the conductor's thread, some 50 times a second, and never wait. */
public interface WaitCondition {

    /** Returns true if it has happened. */
    boolean isMet();

    /** The condition and how it stands, in words with the last value: "pool below 600 MB (it is 812 MB)". */
    String state();
}
