// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.steps;

/**
 * Values that stay where they are.
 *
 * @param from the index of the first one
 * @param to the index behind the last one
 */
record Level(int from, int to) {

    int count() {
        return to - from;
    }

    /** With all that is between. */
    Level with(Level next) {
        return new Level(from, next.to);
    }
}
