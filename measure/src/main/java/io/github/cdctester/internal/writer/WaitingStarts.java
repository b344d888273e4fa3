// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import java.util.function.LongUnaryOperator;

/**
 * Starts that were due, but whose transactions had not ended. {@code nanos} maps an index to the waiting time in ns, the longest
 * at 0.
 */
public record WaitingStarts(long count, LongUnaryOperator nanos) {

    public static final WaitingStarts NONE = new WaitingStarts(0, index -> 0);
}
