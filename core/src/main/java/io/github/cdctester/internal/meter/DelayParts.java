// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

/**
 * The delays of a stretch of one stream.
 *
 * @param lastByte arrival of a transaction's last byte minus its commit time: DT
 * @param firstByte arrival of its first byte minus its commit time
 * @param endToEnd arrival of its last byte minus its commit time at the server where it was first made
 */
public record DelayParts(Distribution lastByte, Distribution firstByte, Distribution endToEnd) {

    /** Nothing was measured. */
    public static final DelayParts NOTHING = new DelayParts(Distribution.EMPTY, Distribution.EMPTY, Distribution.EMPTY);

    /** Adds another stretch. */
    public DelayParts plus(DelayParts more) {
        return new DelayParts(
                lastByte.plus(more.lastByte), firstByte.plus(more.firstByte), endToEnd.plus(more.endToEnd));
    }
}
