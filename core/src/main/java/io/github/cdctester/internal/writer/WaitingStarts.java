// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import java.util.function.LongUnaryOperator;

/**
 * The starts of a schedule that were due at a moment, without an end of their transactions.
 *
 * @param nanos how long each had waited by then, in ns: the longest at 0, the shortest at {@code count} − 1
 */
public record WaitingStarts(long count, LongUnaryOperator nanos) {

    public static final WaitingStarts NONE = new WaitingStarts(0, place -> 0);
}
