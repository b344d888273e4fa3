// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.phases;

/**
 * A condition that ends a phase, a load or a warm-up. The run's thread calls the methods about 50 times per second; they must not
 * block.
 */
public interface WaitCondition {

    boolean isMet();

    /** Returns the condition with its current value, as text: "pool below 600 MB (it is 812 MB)". */
    String state();
}
