// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import java.util.function.LongUnaryOperator;

/**
 * The starts of a schedule that were due before a certain time, but whose transactions had not ended at that time.
 *
 * @param nanos maps an index to the waiting time in ns: the longest at 0, the shortest at {@code count} − 1
 */
public record WaitingStarts(long count, LongUnaryOperator nanos) {

    public static final WaitingStarts NONE = new WaitingStarts(0, index -> 0);
}
