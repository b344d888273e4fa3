// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter.duration;

/**
 * The effect of large transactions on small transactions. A small transaction is in transit if it is committed and has not
 * arrived yet. A large transaction is contiguous in the log: later commits arrive after its last byte.
 *
 * @param fromBytes minimum size of a large transaction
 * @param passingMicros sum of all transfer times
 * @param firstByte arrival of a large transaction's first byte minus its commit time; empty if only heartbeats have a commit
 *     time
 * @param lastByte arrival of a large transaction's last byte minus its commit time; empty if only heartbeats have a commit time
 * @param transferTime arrival of a large transaction's last byte minus arrival of its first byte
 * @param delaysDuringLarge delay time of small transactions in transit together with a large transaction; of heartbeats if these
 *     are the delay source
 * @param otherDelays delay time of the other small transactions
 */
public record LargeTransactionEffect(
        long fromBytes,
        long bytes,
        long passingMicros,
        Distribution firstByte,
        Distribution lastByte,
        Distribution transferTime,
        Distribution delaysDuringLarge,
        Distribution otherDelays) {

    public LargeTransactionEffect plus(LargeTransactionEffect more) {
        return new LargeTransactionEffect(
                fromBytes,
                bytes + more.bytes,
                passingMicros + more.passingMicros,
                firstByte.plus(more.firstByte),
                lastByte.plus(more.lastByte),
                transferTime.plus(more.transferTime),
                delaysDuringLarge.plus(more.delaysDuringLarge),
                otherDelays.plus(more.otherDelays));
    }
}
