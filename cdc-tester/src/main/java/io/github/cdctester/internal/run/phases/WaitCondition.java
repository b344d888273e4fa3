// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.phases;

/** A condition that ends a phase, a load or a warm-up. Called about 50 times per second by the run's thread; must not block. */
public interface WaitCondition {

    boolean isMet();

    /** Returns a text such as "pool below 600 MB (it is 812 MB)". */
    String state();
}
